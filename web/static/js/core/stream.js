// The live line to the table: server-sent events, and asking now and then while they are not to be had.

import { byId, fill, h } from "./dom.js";
import { get } from "./net.js";

const RETRY_MS = 4000;
const UNSEEN_MS = 30000; // a tab that nobody looks at gives its line back: browsers allow six for one address

/** Calls `onPacket` with each packet and `onLive(bool)` when the line comes or goes. */
export function connect(onPacket, onLive = () => {}) {
  const line = { source: null, live: false, version: -1, timer: 0, unseen: 0, gone: false };

  function take(packet, fromStream) {
    if (!packet || typeof packet.version !== "number") return;
    if (!fromStream && line.live && packet.version < line.version) return;
    line.version = packet.version;
    document.title = packet.title ? `${packet.title} · ${document.title.split(" · ").pop()}` : document.title;
    onPacket(packet);
  }

  function state(live) {
    if (line.live === live) return;
    line.live = live;
    document.documentElement.dataset.live = live ? "yes" : "no";
    if (live) banner("line", "");
    onLive(live);
  }

  async function poll() {
    const answer = await get("/api/packet");
    if (answer.status === 200) {
      take(answer.body, false);
      if (!line.live) banner("line", "This page asks now and then; the live line comes back by itself.");
    } else if (answer.status === 403) {
      line.gone = true;
      banner("line", "This device is no longer signed on.", { href: "/", label: "Start page" });
      line.source?.close();
    } else {
      banner("line", "No connection to the table. What you see may be old; it comes back by itself.");
    }
  }

  function open() {
    clearTimeout(line.timer);
    line.source?.close();
    if (line.gone) return;
    const source = new EventSource("/events");
    line.source = source;
    source.addEventListener("packet", (event) => {
      state(true);
      take(JSON.parse(event.data), true);
    });
    source.onerror = () => {
      state(false);
      poll();
      if (source.readyState === EventSource.CLOSED) line.timer = setTimeout(open, RETRY_MS);
    };
  }

  function rest() {
    clearTimeout(line.timer);
    line.source?.close();
    state(false);
  }

  addEventListener("pagehide", () => line.source?.close());
  addEventListener("pageshow", (event) => event.persisted && open());
  addEventListener("online", open);
  addEventListener("offline", () => {
    state(false);
    banner("line", "No connection to the table. What you see may be old; it comes back by itself.");
  });
  document.addEventListener("visibilitychange", () => {
    clearTimeout(line.unseen);
    if (document.hidden) line.unseen = setTimeout(rest, UNSEEN_MS);
    else if (line.source?.readyState !== EventSource.OPEN) open();
  });
  open();
  return { take: (packet) => take(packet, false), refresh: poll, isLive: () => line.live };
}

const banners = new Map();

/** One line on top of the page for each `topic`; an empty text takes it away. */
export function banner(topic, text, link = null, tone = "warn") {
  if (text) banners.set(topic, { text, link, tone });
  else banners.delete(topic);
  const all = [...banners.values()];
  fill(byId("banner"), all, () =>
    all.map((one) =>
      h("p", { class: `banner banner-${one.tone}` }, one.text, one.link && h("a", { href: one.link.href }, one.link.label)),
    ),
  );
}

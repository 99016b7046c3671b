// The live line to the table: server-sent events, and asking now and then while they are not to be had.

import { byId, fill, h } from "./dom.js";
import { get, showsSeat } from "./net.js";
import { otherSeat, otherTable, signedOff } from "./signed_off.js";
import { t } from "./words.js";

const RETRY_MS = 4000;
const SOON_MS = 600;
export const LAID_OUT_MS = 40000; // another game is there after a few seconds, on a small machine that is busy after many
const LOOK_MS = 2000;
const laying = { until: 0 };

/** Somebody here has chosen another game, or for how many: the one that is still shown goes. */
export const laysOut = () => { laying.until = Date.now() + LAID_OUT_MS; };
export const isLaying = () => Date.now() < laying.until;

const BEATS_MISSED = 2.5; // then the line is dead: no system tells a phone that slept, or left the Wi-Fi, that it is
const SHORTEST_SILENCE_MS = 4000;
const UNSEEN_MS = 30000; // a tab that nobody looks at gives its line back: browsers allow six for one address

/** Calls `onPacket` with each packet and `onLive(bool)` when the line comes or goes.
 * @param {(packet: Packet) => void} onPacket
 * @param {(live: boolean) => void} onLive */
export function connect(onPacket, onLive = () => {}) {
  const line = { source: /** @type {EventSource} */ (null), seat: /** @type {number} */ (undefined), live: false, version: -1, table: "", calm: false, lost: 0, timer: 0, unseen: 0, gone: false, elsewhere: false, heard: 0, silence: 30000 };

  /** @param {Packet} packet @param {boolean} fromStream */
  function take(packet, fromStream) {
    if (!packet || typeof packet.version !== "number") return;
    if (!fromStream && line.live && packet.version < line.version) return;
    if (line.seat !== undefined && packet.seat !== line.seat) return lose(otherSeat);
    const table = `${packet.game} ${packet.players.length}`;
    if (line.table && table !== line.table) return lose(otherTable);
    line.table = table;
    line.calm = Boolean(packet.lobby || packet.result);
    line.seat = packet.seat;
    showsSeat(packet.seat);
    line.version = packet.version;
    document.documentElement.dataset.game = packet.game;
    const called = [packet.table, packet.title].filter(Boolean).join(" · ");
    document.title = called ? `${called} · ${document.title.split(" · ").pop()}` : document.title;
    onPacket(packet);
    document.dispatchEvent(new CustomEvent("companion-packet", { detail: packet }));
  }

  /** This line is of no use to the page any more.
   * @param {(hadSeat: boolean) => void} then */
  function lose(then) {
    line.gone = true;
    clearTimeout(line.timer);
    line.source?.close();
    then(typeof line.seat === "number");
  }

  /** @param {boolean} live */
  function state(live) {
    if (line.live === live) return;
    line.live = live;
    document.documentElement.dataset.live = live ? "yes" : "no";
    if (live) {
      laying.until = 0; // it is there, or was not to be had
      banner("line", "");
    } else line.lost = Date.now();
    onLive(live);
  }

  /** Whether another game may just be laid out: nobody is in the middle of anything, and the line went a moment ago. */
  const between = () => line.calm && Date.now() - line.lost < LAID_OUT_MS;

  async function poll() {
    const answer = await get("/api/packet");
    if (answer.status === 200) {
      take(answer.body, false);
      if (!line.live) banner("line", t("This page asks now and then, until the live connection is back."));
    } else if (answer.status === 403) {
      lose(signedOff);
    } else if (between()) {
      banner("line", t("The table is being laid out; this page will follow."), null, "info");
    } else {
      banner("line", t("No connection to the table. What you see may be old; this page keeps trying."));
    }
  }

  /** @param {MessageEvent} event */
  function beat(event) {
    line.heard = Date.now();
    line.silence = Math.max(SHORTEST_SILENCE_MS, JSON.parse(event.data).every_s * 1000 * BEATS_MISSED);
  }

  /** A line that is open by name only is made anew. */
  function look() {
    const waits = line.source && line.source.readyState !== EventSource.CLOSED;
    if (!waits || Date.now() - line.heard < line.silence) return;
    state(false);
    open();
    poll();
  }

  function giveWay() {
    line.elsewhere = true;
    rest();
    banner("line", t("This page is open in several tabs, so this one rests. It goes on when you come back to it."), null, "info");
  }

  function open() {
    clearTimeout(line.timer);
    line.source?.close();
    if (line.gone) return;
    line.elsewhere = false;
    line.heard = Date.now();
    const source = new EventSource(`/events?page=${document.documentElement.dataset.page}`);
    line.source = source;
    source.addEventListener("beat", beat);
    source.addEventListener("elsewhere", giveWay);
    source.addEventListener("packet", (event) => {
      line.heard = Date.now();
      state(true);
      take(JSON.parse(event.data), true);
    });
    source.onerror = () => {
      state(false);
      poll();
      if (between()) {
        source.close(); // browsers would wait for seconds
        line.timer = setTimeout(open, SOON_MS);
      } else if (source.readyState === EventSource.CLOSED) line.timer = setTimeout(open, RETRY_MS);
    };
  }

  function rest() {
    clearTimeout(line.timer);
    line.source?.close();
    state(false);
  }

  if (document.documentElement.dataset.preview) { // in the frame of a page that hands it its packets
    addEventListener("message", (event) => event.origin === location.origin && take(event.data.packet, false));
    return { take: (/** @type {Packet} */ packet) => take(packet, false), refresh: async () => {}, isLive: () => true };
  }
  addEventListener("pagehide", () => line.source?.close());
  addEventListener("pageshow", (event) => event.persisted && open());
  addEventListener("online", open);
  addEventListener("offline", () => {
    state(false);
    banner("line", t("No connection to the table. What you see may be old; this page keeps trying."));
  });
  document.addEventListener("visibilitychange", () => {
    clearTimeout(line.unseen);
    if (document.hidden) line.unseen = setTimeout(rest, UNSEEN_MS);
    else if (line.source?.readyState !== EventSource.OPEN) open();
    else look();
  });
  for (const sign of ["focus", "pointerdown"]) addEventListener(sign, () => line.elsewhere && open());
  setInterval(look, LOOK_MS);
  open();
  return { take: (/** @type {Packet} */ packet) => take(packet, false), refresh: poll, isLive: () => line.live };
}

const banners = new Map();

/** One line on top of the page for each `topic`; an empty text takes it away.
 * @param {string} topic @param {string} text @param {{href: string, label: string}} link */
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

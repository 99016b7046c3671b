// The table screen: everything that everybody may see, large.

import { board, logLines, publicPart } from "./core/board.js";
import { camera } from "./core/camera.js";
import { clock, setClocks } from "./core/countdown.js";
import { byId, fill, h, notice, say } from "./core/dom.js";
import { connect } from "./core/stream.js";

const CAMERA_MS = 2000;
const refreshCamera = camera(byId("camera"));

function joinBox(packet) {
  if (!packet.join_code) return null;
  const address = packet.join_url.replace(/^https?:\/\//u, "").replace(/[?#].*$/u, "");
  return [
    h("div", { class: "join-words" }, h("span", { class: "eyebrow" }, "Join with the code"), h("b", { class: "join-code" }, packet.join_code), h("span", { class: "join-url" }, address)),
    packet.join_url && h("img", { src: `/join-code.svg?v=${encodeURIComponent(packet.join_url)}`, alt: `QR code of ${address}`, class: "join-qr" }),
  ];
}

function draw(packet) {
  document.documentElement.dataset.paused = packet.paused ? "yes" : "no";
  say(byId("title"), packet.title);
  setClocks(packet);
  say(byId("status"), packet.paused ? "The game is paused." : packet.status);
  notice(byId("notice"), packet.notice);
  notice(byId("recording"), packet.recording);
  fill(byId("join"), [packet.join_code, packet.join_url], () => joinBox(packet));
  fill(byId("board"), publicPart(packet), () => board(packet, true));
  fill(byId("todo"), packet.todo, () =>
    packet.todo.length ? packet.todo.map((one) => h("li", {}, one.text)) : h("li", { class: "done" }, "Nothing: the table is as it should be."));
  const lines = packet.events.filter((event) => !event.own); // a player may look at this page with the own phone
  fill(byId("log"), lines, () => logLines(lines));
  refreshCamera();
}

byId("title").after(clock());
connect(draw);
setInterval(() => !document.hidden && refreshCamera(), CAMERA_MS);

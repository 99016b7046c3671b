// The virtual table: pieces that hands move, and the camera that looks at them.

import { camera } from "../shared/core/camera.js";
import { bySuit } from "../shared/board/cards.js";
import { byId, fill, h, notice, say } from "../shared/core/dom.js";
import { get, post, sentenceOf } from "../shared/core/net.js";
import { banner, connect } from "../shared/core/stream.js";
import { hands } from "./drag.js";
import { isRound, Mat, picture } from "./mat.js";
import { t } from "../shared/core/words.js";

const POLL_MS = 1000;
const seated = byId("main").dataset.seated === "yes";
const tray = byId("tray");
const tools = byId("piece-tools");
const mat = new Mat(byId("mat-frame"), byId("mat"), () => tray.offsetHeight);
const refreshCamera = camera(byId("camera"));
const state = { shown: false, chosen: /** @type {string} */ (null), version: -1, busy: false, again: false, sent: 0, moving: 0 };

tray.dataset.seated = seated ? "yes" : "no";
tray.hidden = !seated;
new ResizeObserver(() => {
  document.documentElement.style.setProperty("--tray", `${tray.offsetHeight}px`);
  mat.fit();
}).observe(tray);

const doing = hands(mat, tray, {
  /** @param {VirtualPiece} piece @param {Partial<VirtualPiece>} changes */
  put: (piece, changes) => act("put", piece, changes),
  /** @param {VirtualPiece} piece */
  take: (piece) => seated && act("take", piece, {}),
  choose,
  downward: () => byId("face-down").checked,
});

/** @param {VirtualAct} name @param {VirtualPiece} piece @param {Partial<VirtualPiece>} changes */
async function act(name, piece, changes) {
  const { handle, x_mm, y_mm, angle_deg, face_up } = { ...piece, ...changes };
  if (name === "put") {
    const known = mat.piece(handle); // a scene that came meanwhile has it where it was
    for (const one of known ? [piece, known] : [piece]) Object.assign(one, { x_mm, y_mm, angle_deg });
    const node = mat.nodes.get(handle);
    if (node) mat.move(node, piece);
  }
  await send(name === "put" ? { act: name, handle, x_mm, y_mm, angle_deg, face_up } : { act: name, handle });
}

/** @param {VirtualMove} move */
async function send(move) {
  state.sent += 1;
  state.moving += 1;
  const answer = await post("/api/virtual", move);
  state.moving -= 1;
  banner("move", answer.status === 200 ? "" : sentenceOf(answer));
  if (answer.body?.packet) line.take(answer.body.packet);
  await refresh();
}

async function refresh() {
  if (state.moving) return; // a scene from before the move would put the piece back; the move asks for one when it is through
  if (state.busy) {
    state.again = true;
    return;
  }
  state.busy = true;
  const sent = state.sent;
  const answer = await get("/api/virtual");
  state.busy = false;
  if (sent !== state.sent || state.moving) {
    state.again = false; // this one too may be from before the move
    return refresh();
  }
  if (answer.status === 204) banner("scene", t("This match is played on a real table; there is no virtual one."), { href: "/table", label: t("Table screen") }, "info");
  if (answer.status === 200) {
    banner("scene", "");
    const changed = answer.body.version !== state.version;
    state.version = answer.body.version;
    mat.show(answer.body);
    drawTray();
    choose(state.chosen);
    if (changed) refreshCamera();
  }
  if (state.again) {
    state.again = false;
    refresh();
  }
}

function drawTray() {
  const own = mat.scene ? mat.scene.pieces.filter((piece) => piece.in_hand) : [];
  if (own.every((piece) => piece.face)) own.sort((a, b) => bySuit(a.face, b.face));
  const count = own.length;
  say(byId("tray-title"), own.some(isRound) ? t("Your hand: {count|one piece|{count} pieces}", { count }) : t("Your hand: {count|one card|{count} cards}", { count }));
  tray.dataset.open = state.shown ? "yes" : "no";
  const key = state.shown ? own.map((piece) => [piece.handle, piece.face]) : own.length;
  fill(byId("tray-cards"), key, () => {
    if (!state.shown) return h("p", { class: "hint" }, own.length ? t("Hidden until you show it. Drag a card from here to the table; drop one here to take it back.") : t("Nothing in your hand. Drop a piece here to take it."));
    return own.map((piece) => {
      return h("div", {
        class: `tray-piece ${isRound(piece) ? "round" : ""}`, tabindex: 0, role: "button", "data-handle": piece.handle, "data-key": piece.handle,
        "data-piece": piece.face ? piece.face.piece : null, "aria-label": piece.face ? piece.face.title : t("a piece"),
      }, picture(piece));
    });
  });
}

/** @param {string} handle */
function choose(handle) {
  state.chosen = handle;
  mat.node.querySelectorAll(".chosen").forEach((node) => node.classList.remove("chosen"));
  const node = handle && mat.nodes.get(handle);
  tools.hidden = !node;
  if (node) node.classList.add("chosen");
}

/** @param {boolean} shown */
function showHand(shown) {
  state.shown = shown;
  byId("tray-show").setAttribute("aria-pressed", String(shown));
  byId("tray-show").textContent = shown ? t("Hide my hand") : t("Show my hand");
  drawTray();
}

byId("tray-show").addEventListener("click", () => showHand(!state.shown));
document.addEventListener("visibilitychange", () => document.hidden && showHand(false));
byId("deal").addEventListener("click", () => send({ act: "deal" }));
byId("tidy").addEventListener("click", () => send({ act: "tidy" }));
tools.addEventListener("pointerdown", (/** @type {any} */ event) => event.preventDefault());
tools.addEventListener("click", (/** @type {any} */ event) => {
  const piece = state.chosen && mat.piece(state.chosen);
  const what = event.target.closest("button")?.dataset.do;
  if (!piece || !what) return;
  if (what === "over") doing.over(piece);
  else doing.turn(piece, what === "left" ? -45 : 45);
});

const line = connect((packet) => {
  document.documentElement.dataset.paused = packet.paused ? "yes" : "no";
  say(byId("status"), packet.paused && !packet.lobby ? t("The game is paused.") : packet.status);
  notice(byId("notice"), packet.notice);
  fill(byId("todo"), packet.todo, () =>
    packet.todo.length ? packet.todo.map((one) => h("li", {}, one.text)) : h("li", { class: "done" }, t("Nothing: the table is as it should be.")));
  mat.count(packet.piles);
  mat.print(packet.board);
  refresh();
});

setInterval(() => !document.hidden && refresh(), POLL_MS);

// The page for registering pieces: which one is asked for, what came of showing it, and the copies on the shelf.

import { byId, fill, say } from "../shared/core/dom.js";
import { get, post, postFile, sentenceOf } from "../shared/core/net.js";
import { smaller } from "../shared/core/picture.js";
import { connect } from "../shared/core/stream.js";
import { asked, copyList, photoList, pieceList, seenList, toldLine } from "./view.js";
import { t } from "../shared/core/words.js";

const LOOK_MS = 4000; // the table listens to the camera only while somebody looks at this page
const state = { view: /** @type {PiecesView} */ (null), busy: false, again: false, told: -1, copy: /** @type {number} */ (null) };

/** @param {Answer} answer */
function take(answer) {
  const view = answer.body?.view ?? (answer.status === 200 ? answer.body : null);
  if (view?.copies) state.view = view;
  draw();
}

async function refresh() {
  if (document.hidden) return;
  if (state.busy) {
    state.again = true;
    return;
  }
  state.busy = true;
  const answer = await get("/api/pieces");
  state.busy = false;
  take(answer);
  if (state.again) {
    state.again = false;
    refresh();
  }
}

/** Says what came of an act where the eyes are: beside the piece that is asked for, or on top of the shelf.
 * @param {Answer} answer */
function tell(answer) {
  const good = answer.status === 200;
  const now = answer.body?.view?.now;
  say(byId("problem"), now && !good ? sentenceOf(answer) : "");
  byId("told").hidden = byId("problem").textContent !== "";
  say(byId("said"), now ? "" : sentenceOf(answer)); // while registering, the line in the middle says what went well
  byId("said").dataset.tone = good ? "good" : "bad";
  take(answer);
  return good;
}

/** An act says for which piece it is meant: another host may be at work as well.
 * @param {PiecesCommand} command */
const act = async (command) => tell(await post("/api/pieces", { ...command, at: state.view?.now?.at ?? null }));

function draw() {
  const view = state.view;
  if (!view) return;
  const now = view.now;
  say(byId("title"), view.title);
  say(byId("heading"), now ? t("Registering {copy}", { copy: now.name }) : t("Register pieces"));
  for (const id of ["now", "list-panel"]) byId(id).hidden = !now;
  for (const id of ["copies-panel", "new-panel", "file-panel"]) byId(id).hidden = Boolean(now);
  if ((now?.copy ?? 0) !== state.copy) {
    if (state.copy !== null) scrollTo({ top: 0 });
    state.copy = now?.copy ?? 0;
    state.told = now ? now.told_number : -1;
  }
  if (now) drawNow(view, now);
  fill(byId("copies"), view.copies, () => copyList(view.copies, act));
}

/** @param {PiecesView} view @param {Registration} now */
function drawNow(view, now) {
  fill(byId("ask"), [now.at, now.done, now.rows.length, view.has_camera], () => asked(view, now));
  fill(byId("told"), [now.told, now.told_number], () => toldLine(now));
  fill(byId("seen"), [now.seen, now.at], () => seenList(now, act));
  fill(byId("photo-list"), now.photo, () => photoList(now.photo, act));
  byId("skip").disabled = !now.at;
  byId("back").disabled = !now.can_undo;
  fill(byId("list"), [now.rows, now.at, byId("only").checked], () => pieceList(now, byId("only").checked, act));
  if (now.told_ok && now.told_number > state.told && !document.hidden && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(40);
  state.told = now.told_number;
}

byId("skip").addEventListener("click", () => act({ act: "skip" }));
byId("back").addEventListener("click", () => act({ act: "back" }));
byId("later").addEventListener("click", async () => {
  if (await act({ act: "later" })) byId("heading").focus();
});
byId("only").addEventListener("change", draw);

byId("type").addEventListener("submit", async (/** @type {any} */ event) => {
  event.preventDefault();
  const field = event.target.elements.code;
  if (await act({ act: "type", value: field.value })) field.value = "";
  field.focus();
});

byId("new").addEventListener("submit", async (/** @type {any} */ event) => {
  event.preventDefault();
  const { name, owner } = event.target.elements;
  if (await act({ act: "start", value: name.value, owner: owner.value })) {
    event.target.reset();
    byId("heading").focus();
  }
});

byId("photo").addEventListener("change", async (/** @type {any} */ event) => {
  const [file] = event.target.files;
  event.target.value = "";
  if (!file) return;
  byId("photo-label").dataset.busy = "yes";
  say(byId("photo-label").querySelector("span"), t("Reading your photo…"));
  tell(await postFile("/api/pieces/photo", await smaller(file)));
  byId("photo-label").dataset.busy = "no";
  say(byId("photo-label").querySelector("span"), t("Take a photo"));
  byId("photo-list").scrollIntoView({ block: "nearest" });
});

byId("file").addEventListener("change", async (/** @type {any} */ event) => {
  const [file] = event.target.files;
  event.target.value = "";
  if (!file) return;
  say(byId("said"), t("Reading the file…"));
  tell(await postFile("/api/pieces/import", file));
});

document.addEventListener("visibilitychange", refresh);
setInterval(refresh, LOOK_MS);
connect(refresh);

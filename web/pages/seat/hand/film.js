// The own cards held before the phone's own camera, over https: what it sees goes to this seat alone and is kept nowhere.
// It shows nothing but with the hand, and ends with it, on Done, or by itself when no card is unknown any more.

import { byId, fill, h, say } from "../../shared/core/dom.js";
import { signed } from "../../shared/core/net.js";
import { t } from "../../shared/core/words.js";
import { handOf } from "../../shared/asking/choices.js";
import { makeFilm } from "../../shared/lens/film.js";
import { stayAwake } from "../../shared/lens/lens.js";
import { powers } from "../../shared/lens/powers.js";
import { makeSender } from "../../shared/lens/sender.js";

const RESTLESS_MS = 500; // a hand is never quite still
const KEY_MS = 4000;
const SIZE = { width_px: 1920, height_px: 1080 };

/** `hand` is shown while it films; `news(packet)` takes what became known.
 * @param {{isOpen: () => boolean, stay: () => void, hide: () => void}} hand @param {(packet: Packet) => void} news */
export function handFilm(hand, news) {
  const [begin, panel, video, said] = ["film-begin", "film", "film-video", "film-said"].map(byId);
  const state = { packet: /** @type {Packet} */ (null), shown: false, covers: false };
  const sender = makeSender({ still: "/api/hand-look", alive: "", headers: () => signed("image/jpeg"), tab: "", told, over: () => end(""), lost });
  const film = makeFilm({ video, restless_ms: RESTLESS_MS, key_ms: KEY_MS, size: () => SIZE, sender: () => sender, opened, refused: end, sent: () => {} });
  const isLent = Boolean(navigator.mediaDevices?.getUserMedia);
  const how = byId("film-how"); // only where the table speaks https
  begin.hidden = !isLent;
  if (how) how.hidden = isLent;

  function start() {
    if (state.packet?.unnamed === 0) return say(byId("photo-said"), t("The companion knows all your cards."));
    say(byId("photo-said"), "");
    state.covers = !hand.isOpen();
    return film.open();
  }

  /** @param {MediaStreamTrack} track */
  function opened(track) {
    if (document.hidden) return end("");
    state.shown = true;
    panel.hidden = false;
    powers(track, byId("film-powers"));
    stayAwake();
    hand.stay(); // browsers ask for the camera in a window of their own, which hides the hand
    speak("");
    list();
    byId("film-done").focus({ preventScroll: true });
  }

  /** @param {string} sentence */
  function end(sentence) {
    film.close();
    if (state.shown && state.covers) setTimeout(hand.hide); // as it was before
    state.shown = false;
    panel.hidden = true;
    draw([]);
    list();
    say(said, "");
    say(byId("photo-said"), sentence);
  }

  /** @param {HandLooked} looked */
  function told({ look, packet }) {
    if (!state.shown) return;
    if (packet) news(packet);
    if (!state.shown) return; // that was the last card
    draw(look.cards);
    speak(look.is_dark ? t("It is too dark to see a card: uncover the camera, or switch a light on.") : look.reply && !look.reply.ok ? look.reply.sentence : "");
  }

  /** @param {boolean} isLost */
  function lost(isLost) {
    if (isLost && state.shown) speak(t("The table does not answer; it is tried again."));
  }

  function list() {
    const known = handOf(state.packet).flatMap((pile) => pile.cards).filter((view) => view.face).map((view) => view.face.title);
    fill(byId("film-known"), [state.shown, known], () => (state.shown ? known.map((title) => h("li", {}, title)) : []));
  }

  /** @param {string} problem */
  function speak(problem) {
    say(said, problem || t("{count|One more is|{count} more are} unknown to the companion.", { count: state.packet.unnamed }));
  }

  /** @param {HeldCard[]} cards */
  function draw(cards) {
    byId("film-marks").replaceChildren(...cards.map(({ title, corners }) => {
      const mark = document.createElementNS("http://www.w3.org/2000/svg", "polygon");
      mark.setAttribute("points", corners.map(([x, y]) => `${x * 100},${y * 100}`).join(" "));
      mark.dataset.own = title ? "yes" : "no";
      return mark;
    }));
    byId("film-names").replaceChildren(...cards.filter((card) => card.title).map(({ title, corners }) => {
      const name = h("span", { class: "film-name" }, title);
      name.style.left = `${(100 * corners.reduce((sum, [x]) => sum + x, 0)) / corners.length}%`;
      name.style.top = `${(100 * corners.reduce((sum, [, y]) => sum + y, 0)) / corners.length}%`;
      return name;
    }));
  }

  begin.addEventListener("click", start);
  video.addEventListener("resize", () => panel.style.setProperty("--ratio", String(video.videoWidth / video.videoHeight || 1)));
  byId("film-done").addEventListener("click", () => end(""));

  return (/** @type {Packet} */ packet, /** @type {boolean} */ open) => {
    const changed = state.packet !== null && state.packet.seat !== packet.seat;
    state.packet = packet;
    if (!state.shown) return;
    if (!open || changed) end("");
    else if (packet.unnamed > 0) list();
    else end(t("That is all of them."));
  };
}

// A seat that was wished for and not given yet: the page says what is to be done, and goes on when it was.

import { byId, fill, h, say, shape } from "../shared/core/dom.js";
import { get, post, sentenceOf } from "../shared/core/net.js";
import { t } from "../shared/core/words.js";

const LOOK_MS = 1500; // the live line tells sooner; this is for phones without one
const WAITS = ["button", "again", "wrong", "host"];

/** `back`: the page to go on to, if it is not the seat's own. `onChange(open, sentence)`: the panel stands in the form's place, or has gone, with a word why.
 * @param {any} node @param {string} back @param {(open: boolean, sentence: string) => void} onChange @param {(seat: number) => PlayerView} playerAt */
export function claimPanel(node, back, onChange, playerAt) {
  const state = { claim: /** @type {ClaimView} */ (null), timer: 0, ends: 0, busy: false };

  /** @param {ClaimView} claim */
  function show(claim) {
    const first = state.claim === null;
    state.claim = claim;
    state.ends = Date.now() + claim.left_s * 1000;
    if (claim.state === "granted") return collect();
    if (!WAITS.includes(claim.state)) return close(claim.sentence);
    const player = playerAt(claim.seat) ?? { colour: "", shape: "circle" };
    node.hidden = false;
    node.dataset.state = claim.state;
    node.dataset.waits = claim.state === "host" ? "no" : "yes";
    fill(byId("claim-mark"), [claim.seat, claim.name, player.shape], () =>
      h("div", { class: `seat-${player.colour} claim-mark` }, h("span", { class: "claim-lamp" }, shape(player.shape)), claim.name));
    say(byId("claim-words"), claim.sentence);
    count();
    if (first) {
      onChange(true, "");
      byId("claim-words").focus();
      state.timer = setInterval(look, LOOK_MS);
    }
  }

  function count() {
    const left = Math.max(0, Math.ceil((state.ends - Date.now()) / 1000));
    say(byId("claim-left"), t("{left|one second|{left} seconds} left", { left }));
  }

  async function look() {
    if (!state.claim || state.busy) return;
    count();
    state.busy = true;
    const answer = await get("/api/join");
    state.busy = false;
    if (answer.status === 200 && state.claim) {
      if (answer.body.claim) show(answer.body.claim);
      else close(t("That took too long, so the seat was not given. Try again."));
    }
  }

  async function collect() {
    clearInterval(state.timer);
    if (state.busy) return;
    state.busy = true;
    const answer = await post("/api/join/collect", {}, null);
    state.busy = false;
    if (answer.body?.next) location.assign(back || answer.body.next);
    else close(sentenceOf(answer));
  }

  /** @param {string} sentence */
  function close(sentence) {
    clearInterval(state.timer);
    state.claim = null;
    node.hidden = true;
    onChange(false, sentence);
  }

  byId("claim-cancel").addEventListener("click", async () => {
    await post("/api/join/cancel", {}, null);
    close("");
  });

  return { show, look };
}

// Saying what one holds by tapping it, where a few kinds can be meant. Drawn only while the hand is shown.

import { mini } from "../../shared/board/cards.js";
import { fill, h } from "../../shared/core/dom.js";
import { post, sentenceOf } from "../../shared/core/net.js";
import { t } from "../../shared/core/words.js";

/** The panel in `node`; `news(packet)` takes what comes back.
 * @param {any} node @param {(packet: Packet) => void} news */
export function namingPanel(node, news) {
  const state = { packet: /** @type {Packet} */ (null), open: false, busy: false, chosen: /** @type {string[]} */ ([]), said: "", good: false };

  /** @param {string} piece */
  const count = (piece) => state.chosen.filter((one) => one === piece).length;
  const left = () => state.packet.unnamed - state.chosen.length;

  /** @param {NameableView} one */
  function choose(one) {
    if (left() > 0 && count(one.face.piece) < one.most) state.chosen.push(one.face.piece);
    state.said = "";
    show();
  }

  function clear() {
    Object.assign(state, { chosen: [], said: "" });
    show();
  }

  async function tell() {
    state.busy = true;
    show();
    const answer = await post("/api/hand", { pieces: state.chosen });
    Object.assign(state, { busy: false, said: sentenceOf(answer), good: answer.status === 200, chosen: answer.status === 200 ? [] : state.chosen });
    if (answer.body?.packet) news(answer.body.packet);
    show();
  }

  function show() {
    const { packet, open, busy, chosen, said, good } = state;
    const wanted = packet && packet.seat !== null && packet.unnamed > 0 && packet.nameable.length > 0;
    const word = said && !open && !good ? t("Show your hand to read the answer.") : said; // why not is nobody else's business
    node.hidden = !wanted && !said;
    if (node.hidden) return;
    fill(node, [wanted, wanted && packet.nameable, wanted && packet.unnamed, open, busy, chosen.length, open && chosen.join(), word], () => [
      h("h3", {}, t("Or tap what you hold")),
      word && h("p", { class: "said", role: "status" }, word),
      wanted && !open && h("p", { class: "hint" }, t("Show your hand below first, so that nobody else reads along.")),
      wanted && open && [
        h("div", { class: "naming-kinds", role: "group", "aria-label": t("What you may hold") }, packet.nameable.map((one) => kind(one, busy))),
        h("p", { class: "hint" }, left() ? t("{count|One more is|{count} more are} unknown to the companion.", { count: left() }) : t("That is all of them.")),
        h("div", { class: "naming-bar" },
          h("button", { class: "button button-main", type: "button", disabled: busy || !chosen.length, onclick: tell }, t("That is what I hold")),
          h("button", { class: "button", type: "button", disabled: busy || !chosen.length, onclick: clear }, t("Start again"))),
      ],
    ]);
  }

  /** @param {NameableView} one @param {boolean} busy */
  function kind(one, busy) {
    const times = count(one.face.piece);
    return h("button", {
      class: "naming-kind", type: "button", "data-piece": one.face.piece, disabled: busy || left() === 0 || times >= one.most,
      "aria-label": times ? t("{title}, chosen {count|once|{count} times}", { title: one.face.title, count: times }) : one.face.title, onclick: () => choose(one),
    }, mini(one.face, true), times > 0 && h("b", { "aria-hidden": "true" }, `×${times}`));
  }

  return (/** @type {Packet} */ packet, /** @type {boolean} */ open) => {
    if (packet.version !== state.packet?.version) state.said = state.packet ? state.said : "";
    if (!open || packet.unnamed !== state.packet?.unnamed) state.chosen = [];
    Object.assign(state, { packet, open });
    show();
  };
}

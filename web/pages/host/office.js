// The host's office: one view of settings, copies, devices and the machine, and the acts that change it.

import { get, post, sentenceOf } from "../shared/core/net.js";

/** `onView(view)` hears of every new view, `onSaid(sentence, ok)` of every answer.
 * @param {(view: HostingView) => void} onView @param {(sentence: string, ok: boolean) => void} onSaid */
export function office(onView, onSaid) {
  let asked = 0;

  async function refresh() {
    const mine = ++asked;
    const answer = await get("/api/hosting");
    if (mine !== asked) return;
    if (answer.status === 200) onView(answer.body);
    else onSaid(sentenceOf(answer), false);
  }

  /** @param {Answer} answer */
  function heard(answer, sentence = sentenceOf(answer)) {
    const ok = answer.status === 200;
    onSaid(sentence, ok);
    if (answer.body?.view) {
      asked += 1; // an older question is answered by this
      onView(answer.body.view);
    }
    return { ok, sentence };
  }

  return {
    refresh,
    /** Sends an act; gives {ok, sentence}.
     * @param {string} path */
    act: async (path, body = {}) => heard(await post(`/api/hosting/${path}`, body)),
    /** What came back of a request that was made elsewhere. */
    heard,
  };
}

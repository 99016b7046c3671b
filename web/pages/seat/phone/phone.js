// The sheet "My settings": settings that stay on this phone and change nothing at the table.

import { byId, h, say } from "../../shared/core/dom.js";
import { keep, kept } from "../../shared/core/kept.js";
import { lay } from "../../shared/core/over.js";
import { soundSwitch } from "../../shared/core/sounds.js";
import { t } from "../../shared/core/words.js";
import { knowsItsFace, mayKnowItsFace } from "../hand/hide.js";

const PLACE = "this-phone";
const USUAL = { chime: true, buzz: true, speak: false, standin: false, voice: "", rate: 1, large: false, face: true };

/** What this phone has chosen, and the sheet. `onChange(chosen)` hears every change; `tryOut()` makes a sound and says
 * a sentence, and gives what became of it. `standIn()` lets the phone speak while the loudspeaker is silent.
 * @param {() => void} onChange @param {() => string} tryOut */
export function thisPhone(onChange, tryOut) {
  const chosen = { ...USUAL, ...kept(PLACE) };
  const sheet = byId("phone-sheet");
  const synth = globalThis.speechSynthesis;

  /** @param {string} name @param {boolean | string | number} value */
  function choose(name, value) {
    chosen[name] = value;
    keep(PLACE, chosen);
    apply();
    onChange();
  }

  function apply() {
    document.documentElement.dataset.large = chosen.large ? "yes" : "no";
    byId("phone-voice-rows").hidden = !synth || !(chosen.speak || chosen.standin);
  }

  const showSound = soundSwitch(byId("sound"), (wanted) => {
    if (wanted !== undefined) {
      byId("phone-chime").checked = wanted;
      choose("chime", wanted);
    }
    return chosen.chime;
  });
  for (const name of ["chime", "buzz", "speak", "standin", "large"]) {
    const box = byId(`phone-${name}`);
    box.checked = chosen[name];
    box.addEventListener("change", () => {
      choose(name, box.checked);
      showSound();
    });
  }
  /** The owner has said so elsewhere on the page. */
  function standIn() {
    byId("phone-standin").checked = true;
    choose("standin", true);
  }
  const face = byId("phone-face");
  face.checked = chosen.face && knowsItsFace();
  face.addEventListener("change", async () => {
    face.checked = face.checked && (await mayKnowItsFace());
    choose("face", face.checked);
  });
  byId("phone-rate").value = String(chosen.rate);
  byId("phone-rate").addEventListener("change", (/** @type {any} */ event) => choose("rate", Number(event.target.value)));
  byId("phone-voice").addEventListener("change", (/** @type {any} */ event) => choose("voice", event.target.value));
  byId("phone-buzz-row").hidden = !navigator.vibrate;
  byId("phone-face-row").hidden = !knowsItsFace();
  byId("phone-speak").disabled = byId("phone-standin").disabled = !synth;
  byId("phone-no-speech").hidden = Boolean(synth);
  byId("phone-try").addEventListener("click", async () => say(byId("phone-tried"), await tryOut()));

  function voices() {
    const own = (synth?.getVoices() || []).filter((one) => one.lang.toLowerCase().startsWith(document.documentElement.lang));
    byId("phone-voice").replaceChildren(h("option", { value: "" }, t("The usual voice")), ...own.map((one) => h("option", { value: one.voiceURI }, one.name)));
    byId("phone-voice").value = own.some((one) => one.voiceURI === chosen.voice) ? chosen.voice : "";
  }
  synth?.addEventListener?.("voiceschanged", voices);
  voices();
  byId("phone-open").addEventListener("click", () => {
    voices();
    lay(sheet);
  });
  sheet.addEventListener("click", (/** @type {any} */ event) => event.target === sheet && sheet.close());
  apply();
  return { chosen, standIn };
}

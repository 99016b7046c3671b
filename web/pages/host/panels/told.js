// When a copy was made and how large it is, in words.

import { t } from "../../shared/core/words.js";

const lang = document.documentElement.lang;

/** @param {string} made */
export const when = (made) => new Date(made).toLocaleString(lang, { dateStyle: "medium", timeStyle: "short" });

/** @param {number} bytes */
export function size(bytes) {
  if (bytes < 1e6) return t("{count} kB", { count: Math.max(1, Math.round(bytes / 1e3)) });
  return bytes < 1e9 ? t("{count} MB", { count: (bytes / 1e6).toFixed(1) }) : t("{count} GB", { count: (bytes / 1e9).toFixed(1) });
}

// Fetching with the page's token. Every answer becomes {status, body}; a dead line becomes status 0.

import { heard } from "./heard.js";
import { t } from "./words.js";

let csrf = document.querySelector('meta[name="csrf"]')?.content || "";

const ANSWER_MS = 12000; // the table gives up after five seconds; a phone out of reach would wait for minutes
const FILE_MS = 60000;

/** @param {string} path @param {RequestInit} options */
async function ask(path, options) {
  if (document.documentElement.dataset.preview) return { status: 0, body: null, csrf: "" }; // nothing there is of any match
  const clock = new AbortController();
  const timer = setTimeout(() => clock.abort(), ANSWER_MS);
  try {
    return await answered(await fetch(path, { cache: "no-store", credentials: "same-origin", signal: clock.signal, ...options }));
  } catch {
    return { status: 0, body: null, csrf: "" };
  } finally {
    clearTimeout(timer);
  }
}

/** @param {Response} response */
async function answered(response) {
  let body = null;
  if (response.status !== 204) {
    try {
      body = await response.json();
    } catch {
      body = null;
    }
  }
  return { status: response.status, body, csrf: response.headers.get("X-CSRF-Token") || "" };
}

const page = { seat: /** @type {number} */ (null) };

/** @param {string} path */
export const get = (path) => ask(path, { headers: shown(page.seat) });

/** @param {number} seat @returns {Record<string, string>} */
const shown = (seat) => (seat === null || seat === undefined ? {} : { "X-Seat": String(seat) });

/** The seat that this page shows. Each command carries it: a phone may have several seats, and several tabs.
 * @param {number} seat */
export function showsSeat(seat) {
  page.seat = seat;
}

export const shownSeat = () => page.seat;

/** @param {string} type @param {number} seat */
export function signed(type, seat = page.seat) {
  return { "X-CSRF-Token": csrf, "Content-Type": type, ...shown(seat) };
}

/** `seat`: the one that it was meant for, where that may not be the one that the page shows by now.
 * @param {string} path @param {any} value */
export async function post(path, value, seat = page.seat) {
  const over = heard();
  const send = () => ask(path, { method: "POST", headers: signed("application/json", seat), body: JSON.stringify(value) });
  let answer = await send();
  if (answer.status === 403 && answer.csrf && answer.csrf !== csrf) { // this browser signed on anew in another tab
    csrf = answer.csrf;
    answer = await send();
  }
  over();
  return answer;
}

/** Sends a file; `onPart` hears how much of it has left, from 0 to 1, at 1 the table reads it: fetch could not tell.
 * @param {string} path @param {Blob} blob @param {(part: number) => void} onPart @returns {Promise<Answer>} */
export function postFile(path, blob, onPart = () => {}) {
  return new Promise((done) => {
    const request = new XMLHttpRequest();
    request.open("POST", path);
    request.responseType = "json";
    request.timeout = FILE_MS;
    for (const [name, value] of Object.entries(signed(blob.type || "image/jpeg", page.seat))) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", (event) => event.lengthComputable && onPart(event.loaded / event.total));
    request.upload.addEventListener("load", () => onPart(1));
    request.addEventListener("load", () => done({ status: request.status, body: request.response }));
    for (const end of ["error", "abort", "timeout"]) request.addEventListener(end, () => done({ status: 0, body: null }));
    request.send(blob);
  });
}

/** The one sentence to show for an answer.
 * @param {Answer} options */
export function sentenceOf({ status, body }) {
  if (body?.reply?.sentence) return body.reply.sentence;
  if (body?.sentence) return body.sentence;
  return status === 0 ? t("The table does not answer; please check the Wi-Fi.") : t("That did not work; please reload the page.");
}

/** A number that no other request has. Works on plain http, where randomUUID does not exist. */
export function requestNumber() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

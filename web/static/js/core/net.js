// Fetching with the page's token. Every answer becomes {status, body}; a dead line becomes status 0.

const csrf = document.querySelector('meta[name="csrf"]')?.content || "";

async function ask(path, options) {
  let response;
  try {
    response = await fetch(path, { cache: "no-store", credentials: "same-origin", ...options });
  } catch {
    return { status: 0, body: null };
  }
  let body = null;
  if (response.status !== 204) {
    try {
      body = await response.json();
    } catch {
      body = null;
    }
  }
  return { status: response.status, body };
}

export const get = (path) => ask(path, {});

export function post(path, value) {
  const headers = { "X-CSRF-Token": csrf, "Content-Type": "application/json" };
  return ask(path, { method: "POST", headers, body: JSON.stringify(value) });
}

export function postPicture(path, blob) {
  const headers = { "X-CSRF-Token": csrf, "Content-Type": blob.type || "image/jpeg" };
  return ask(path, { method: "POST", headers, body: blob });
}

/** The one sentence to show for an answer. */
export function sentenceOf({ status, body }) {
  if (body?.reply?.sentence) return body.reply.sentence;
  if (body?.sentence) return body.sentence;
  return status === 0 ? "The table does not answer; please check the Wi-Fi." : "That did not work; please reload the page.";
}

/** A number that no other request has. Works on plain http, where randomUUID does not exist. */
export function requestNumber() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Sending a picture with word on how much of it has left: fetch cannot tell. Works on plain http.

const csrf = document.querySelector('meta[name="csrf"]')?.content || "";

const LONGEST_MS = 60000;

/** {status, body} as from `post`; `onPart` hears the sent part from 0 to 1, at 1 the table reads it.
 * @param {string} path @param {Blob} blob @param {(part: number) => void} onPart */
export function sendPicture(path, blob, onPart = () => {}) {
  return new Promise((done) => {
    const request = new XMLHttpRequest();
    request.open("POST", path);
    request.responseType = "json";
    request.timeout = LONGEST_MS;
    request.setRequestHeader("X-CSRF-Token", csrf);
    request.setRequestHeader("Content-Type", blob.type || "image/jpeg");
    request.upload.addEventListener("progress", (event) => event.lengthComputable && onPart(event.loaded / event.total));
    request.upload.addEventListener("load", () => onPart(1));
    request.addEventListener("load", () => done({ status: request.status, body: request.response }));
    for (const end of ["error", "abort", "timeout"]) request.addEventListener(end, () => done({ status: 0, body: null }));
    request.send(blob);
  });
}

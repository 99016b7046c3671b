// What is lit on the mat: where a tap does something, where the chosen card may be laid, and whose turn it is.

/** `places` by the names of spots, each with what a tap there does; `aims` are spots on which a card may be laid; `turn`
 * the seats whose turn it is.
 * @param {import("./mat.js").Mat} mat @param {Map<string, Doing>} places @param {Set<string>} aims @param {PlayerView[]} turn */
export function light(mat, places, aims, turn) {
  const colours = new Map(turn.map((one) => [one.seat, one.colour]));
  const seats = new Map(mat.scene.spots.map((spot) => [spot.name, spot.seat]));
  for (const node of mat.node.querySelectorAll(".spot")) {
    const name = node.dataset.spot;
    node.dataset.aim = aims.has(name) ? "yes" : "no";
    owned(node, colours.get(seats.get(name)) ?? "");
    tappable(node, places.get(name) ?? null);
  }
}

/** @param {HTMLElement} node @param {string} colour of the seat whose turn it is; empty: of nobody's */
function owned(node, colour) {
  node.dataset.turn = colour ? "yes" : "no";
  for (const one of [...node.classList].filter((name) => name.startsWith("seat-"))) node.classList.remove(one);
  if (colour) node.classList.add(`seat-${colour}`);
}

/** @param {HTMLElement} node @param {Doing} doing */
function tappable(node, doing) {
  node.dataset.state = doing ? (doing.mark ?? doing.state) : "";
  if (!doing) return ["role", "aria-label", "tabindex"].forEach((name) => node.removeAttribute(name));
  node.setAttribute("role", "button");
  node.setAttribute("aria-label", `${node.dataset.spot}: ${doing.words}`);
  node.tabIndex = 0;
}

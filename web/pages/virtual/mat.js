// Draws the mat and its pieces in millimetres, scaled to the room that there is.

import { back, card, faceWords, token } from "../shared/board/cards.js";
import { h } from "../shared/core/dom.js";
import { points } from "../shared/board/grid.js";
import { s } from "../shared/board/sides.js";
import { t } from "../shared/core/words.js";
import { owners } from "./owners.js";
import { fitted, onlyReadable } from "./labels.js";
import { printed } from "./print.js";

const NOTHING = /** @type {any} */ ({ board: null, players: [] });
const LEAST_PX_PER_MM = 0.62;
const LEAST_PIECE_PX = 26; // a finger can still pick it up
const SMALL_PX = 42;
const DIE_MM = 16;
const RIM_PX = 26; // the table's edge on both sides of the mat
const WIDE_PX = 1000; // from here on what stands beside the mat has a column
const BUTTONS_REM = 3.4; // what the buttons of the zoom take up on one side
const MOST_THICK = 14; // cards, from which on a pile looks no higher
const SMALL_MM = 60; // a label that a piece covers does not stand out on its sides
const LEAST_LABEL_PX = 55; // 3.4rem: what pieces.css gives every label

/** One mat. Pieces keep their element as long as they live, so focus and drags survive a new scene. */
export class Mat {
  /** @param {HTMLElement} frame @param {HTMLElement} mat */
  constructor(frame, mat) {
    this.frame = frame;
    this.node = mat;
    this.scale = 1; // pixels a millimetre
    this.zoom = 0; // how much closer than the whole mat; 0: nobody has chosen
    this.scene = null;
    this.held = new Set(); // handles that a hand has now: the scene does not move them
    /** @type {Map<string, HTMLElement>} */
    this.nodes = new Map();
    /** @type {Map<string, PileView>} */
    this.counts = new Map();
    this.board = null;
    this.owned = owners(NOTHING);
    new ResizeObserver(() => this.fit()).observe(frame);
  }

  /** Draws `scene`, except for pieces that are held.
   * @param {VirtualScene} scene */
  show(scene) {
    const first = this.scene === null;
    this.scene = scene;
    this.spots();
    this.print(this.board);
    this.dice();
    this.countings();
    const seen = new Set();
    for (const piece of scene.pieces) {
      if (piece.in_hand) continue;
      seen.add(piece.handle);
      this.place(piece);
    }
    for (const [handle, node] of this.nodes) {
      if (!seen.has(handle) && !this.held.has(handle)) {
        node.remove();
        this.nodes.delete(handle);
      }
    }
    this.thicken();
    if (first) this.fit();
    else onlyReadable(this.node);
  }

  /** How many cards lie in the stacks, by their spots: of a stack only the top can be seen.
   * @param {PileView[]} piles */
  count(piles) {
    this.counts = new Map(piles.filter((pile) => pile.shape === "stack" && pile.spot).map((pile) => [pile.spot, pile]));
    if (!this.scene) return;
    this.countings();
    this.thicken();
  }

  /** Whose the pieces on the board are.
   * @param {Packet} packet */
  own(packet) {
    this.owned = owners(packet);
    if (this.scene) this.show(this.scene);
  }

  /** What is printed on the fields of the board, if it is a map.
   * @param {BoardView} board */
  print(board) {
    this.board = board;
    const key = JSON.stringify([board?.fields.map((field) => [field.name, field.icon, field.title, field.signs]), board?.walls, this.scene?.spots]);
    if (!this.scene || this.node.dataset.print === key) return;
    this.node.dataset.print = key;
    this.node.querySelectorAll(".mat-print").forEach((node) => node.remove());
    const drawn = printed(this.scene, board);
    this.node.classList.toggle("mat-printed", drawn !== null);
    if (drawn) this.node.append(drawn);
  }

  countings() {
    const key = JSON.stringify([[...this.counts].map(([spot, pile]) => [spot, pile.label]), this.scale, this.scene.version]);
    if (this.node.dataset.counts === key) return;
    this.node.dataset.counts = key;
    this.node.querySelectorAll(".spot-count").forEach((node) => node.remove());
    for (const spot of this.scene.spots) {
      const pile = this.counts.get(spot.name);
      if (!pile || spot.lying < 2) continue;
      const node = h("span", { class: "spot-count", role: "img", "aria-label": `${pile.label}: ${spot.lying}` }, `×${spot.lying}`);
      const top = this.scene.pieces.filter((piece) => !piece.in_hand && this.spotAt(piece)?.name === spot.name).at(-1) ?? spot;
      const small = Math.min(top.width_mm, spot.width_mm) * this.scale < SMALL_PX; // below it, so that it can still be told what lies there
      node.style.left = `${(top.x_mm + (small ? 0 : 0.32) * Math.min(top.width_mm, spot.width_mm)) * this.scale}px`;
      node.style.top = `${(top.y_mm + (small ? 0.5 : -0.42) * Math.min(top.height_mm, spot.height_mm)) * this.scale}px`;
      this.node.append(node);
    }
  }

  /** A pile looks as high as it is: its edge shows below its top card. */
  thicken() {
    for (const piece of this.scene.pieces) {
      const on = this.scene.spots.find((spot) => this.counts.has(spot.name) && Math.hypot(spot.x_mm - piece.x_mm, spot.y_mm - piece.y_mm) < 2);
      const high = on ? Math.min(MOST_THICK, on.lying) / 2 : 0;
      this.nodes.get(piece.handle)?.style.setProperty("--high", high.toFixed(1));
    }
  }

  /** The spot of a point of the mat: the smallest of those that have it.
   * @param {{x_mm: number, y_mm: number}} point */
  spotAt({ x_mm, y_mm }) {
    const found = this.scene.spots.filter((spot) => {
      const turned = Math.round(spot.angle_deg / 90) % 2 === 1;
      const [wide, high] = turned ? [spot.height_mm, spot.width_mm] : [spot.width_mm, spot.height_mm];
      return Math.abs(x_mm - spot.x_mm) <= wide / 2 && Math.abs(y_mm - spot.y_mm) <= high / 2;
    });
    return found.sort((one, other) => one.width_mm * one.height_mm - other.width_mm * other.height_mm || Math.hypot(one.x_mm - x_mm, one.y_mm - y_mm) - Math.hypot(other.x_mm - x_mm, other.y_mm - y_mm))[0] ?? null;
  }

  /** @param {string} handle */
  piece(handle) {
    return this.scene?.pieces.find((one) => one.handle === handle) || null;
  }

  /** @param {VirtualPiece} piece */
  place(piece) {
    let node = this.nodes.get(piece.handle);
    if (!node) {
      node = h("div", { class: "piece", tabindex: 0, role: "button", "data-handle": piece.handle });
      this.nodes.set(piece.handle, node);
      this.node.append(node);
    }
    const owned = this.owned(this.spotAt(piece)?.name, piece.face);
    const look = JSON.stringify([piece.face, piece.face_up, owned?.outerHTML]);
    if (node.dataset.look !== look) {
      node.dataset.look = look;
      node.replaceChildren(owned ?? picture(piece));
      if (piece.face) node.dataset.piece = piece.face.piece;
      else delete node.dataset.piece;
      node.setAttribute("aria-label", piece.face ? faceWords(piece.face) : t("a piece face down"));
    }
    if (!this.held.has(piece.handle)) this.move(node, piece);
  }

  /** Puts an element where `piece` lies.
   * @param {any} node @param {any} piece */
  move(node, piece) {
    node.style.width = `${piece.width_mm * this.scale}px`;
    node.style.height = `${piece.height_mm * this.scale}px`;
    node.style.left = `${piece.x_mm * this.scale}px`;
    node.style.top = `${piece.y_mm * this.scale}px`;
    node.style.transform = `translate(-50%, -50%) rotate(${piece.angle_deg}deg)`;
    node.style.zIndex = String(10 + piece.layer);
  }

  dice() {
    const key = JSON.stringify([this.scene.dice, this.scale]);
    if (this.node.dataset.dice === key) return;
    this.node.dataset.dice = key;
    this.node.querySelectorAll(".die").forEach((node) => node.remove());
    for (const die of this.scene.dice) {
      const node = h("div", { class: die.sides === 6 ? "die" : "die die-many", role: "img", "aria-label": t("a die of {sides} sides shows {value}", { sides: die.sides, value: die.value }) },
        die.sides === 6 ? h("span", { class: "pips", "data-value": die.value }, Array.from({ length: die.value }, () => h("i"))) : h("span", {}, die.value));
      this.move(node, { ...die, width_mm: DIE_MM, height_mm: DIE_MM, layer: 0 });
      this.node.append(node);
    }
  }

  spots() {
    const all = this.scene.tray ? [...this.scene.spots, this.scene.tray] : this.scene.spots;
    const key = JSON.stringify([all, this.scale]);
    if (this.node.dataset.spots === key) return;
    this.node.dataset.spots = key;
    this.node.querySelectorAll(".spot").forEach((node) => node.remove());
    const edges = edgesOf(all);
    for (const spot of all) {
      const turned = Math.round(spot.angle_deg / 90) % 2 === 1;
      const square = spot.sides === 4 && (spot.ground === "light" || spot.ground === "dark");
      const look = spot.sides === 6 ? "spot-hex" : spot.width_mm > 1.4 * spot.height_mm && !turned ? "spot-wide" : Math.max(spot.width_mm, spot.height_mm) < SMALL_MM ? "spot-small" : "";
      const label = spot.unused ? "" : square ? edges(spot) : spot.label;
      const node = h("div", { class: `spot ${look} ${square ? `spot-square spot-${spot.ground}` : ""}`, "data-spot": spot.name }, spot.sides === 6 && hexagon(spot), h("span", {}, label));
      node.style.setProperty("--turn", `${spot.angle_deg}deg`);
      this.turnLabel(node, spot, turned);
      this.move(node, { ...spot, layer: -9 });
      this.node.prepend(node);
    }
    fitted(this.node);
    this.onSpots();
  }

  /** A label stands upright where it has the room, and lies along its spot where that is too narrow.
   * @param {HTMLElement} node @param {any} spot @param {boolean} turned */
  turnLabel(node, spot, turned) {
    const lies = turned && spot.height_mm * this.scale < LEAST_LABEL_PX && spot.width_mm > spot.height_mm;
    if (lies) node.style.setProperty("--label", "0deg");
    node.style.setProperty("--room", `${(turned && !lies ? spot.height_mm : spot.width_mm) * this.scale}px`);
  }

  /** Called when the spots were drawn anew. */
  onSpots() {}

  fit() {
    if (!this.scene) return;
    const whole = this.wholeScale();
    const smallest = Math.min(...this.scene.pieces.map((one) => Math.min(one.width_mm, one.height_mm)));
    const least = innerWidth >= WIDE_PX ? 0 : Math.max(LEAST_PX_PER_MM, LEAST_PIECE_PX / smallest);
    this.whole = Math.max(whole, 0.05);
    this.scale = this.zoom ? this.whole * this.zoom : Math.max(this.whole, least);
    this.node.style.setProperty("--mm", String(this.scale));
    this.node.style.width = `${this.scene.width_mm * this.scale}px`;
    this.node.style.height = `${this.scene.height_mm * this.scale}px`;
    this.spots();
    this.dice();
    this.countings();
    for (const piece of this.scene.pieces) if (!piece.in_hand) this.place(piece);
    onlyReadable(this.node);
    if (!this.zoom && this.scale > this.whole) this.ownPlace();
  }

  /** At which scale all of the mat is seen, with the room beside it or below it that the buttons of the zoom take up. */
  wholeScale() {
    const { width_mm, height_mm } = this.scene;
    const { clientWidth, clientHeight } = this.frame.parentElement;
    const [wide, high] = [clientWidth - RIM_PX, clientHeight - RIM_PX];
    const buttons = BUTTONS_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    /** @param {number} less_wide @param {number} less_high */
    const at = (less_wide, less_high) => Math.min((wide - less_wide) / width_mm, (high - less_high) / height_mm);
    const side = innerWidth < WIDE_PX ? "top" : at(0, buttons) > at(buttons, 0) ? "bottom" : "right";
    const scale = side === "right" ? at(buttons, 0) : at(0, buttons);
    const free = side === "right" ? clientWidth - width_mm * scale : clientHeight - height_mm * scale;
    this.frame.parentElement.dataset.zoom = side;
    this.frame.style.inset = "0"; // beside the frame, not in it: the buttons lie over no place, wherever it is scrolled
    this.frame.style.setProperty(side, free / 2 < buttons || side === "top" || this.zoom > 1 ? `${buttons}px` : "0");
    return scale;
  }

  /** Brings the lower edge, where the own place is, into a view that is smaller than the mat. */
  ownPlace() {
    this.frame.scrollTop = this.frame.scrollHeight;
    this.frame.scrollLeft = (this.frame.scrollWidth - this.frame.clientWidth) / 2;
  }

  /** Millimetres of a point of the window; null when it is not on the mat.
   * @param {number} x @param {number} y */
  at(x, y) {
    const box = this.node.getBoundingClientRect();
    const frame = this.frame.getBoundingClientRect();
    const inside = x >= Math.max(box.left, frame.left) && x <= Math.min(box.right, frame.right) && y >= Math.max(box.top, frame.top) && y <= Math.min(box.bottom, frame.bottom);
    return inside ? { x_mm: (x - box.left) / this.scale, y_mm: (y - box.top) / this.scale } : null;
  }
}

/** What is written on a square of a chess board: names of rows and columns stand along two edges only.
 * @param {VirtualSpot[]} all */
function edgesOf(all) {
  const squares = all.filter((spot) => spot.sides === 4 && (spot.ground === "light" || spot.ground === "dark"));
  const left = Math.min(...squares.map((spot) => spot.x_mm));
  const low = Math.max(...squares.map((spot) => spot.y_mm));
  return (/** @type {VirtualSpot} */ spot) => {
    const [, column, row] = /^(\D+)(\d+)$/u.exec(spot.name) || [];
    return [spot.y_mm === low && column, spot.x_mm === left && row].filter(Boolean).join("");
  };
}

/** The outline of a hex whose corners lie to its left and right.
 * @param {VirtualSpot} options */
function hexagon({ width_mm, height_mm, ground, unused }) {
  const [wide, high] = [width_mm / 2 - 0.4, height_mm / 2 - 0.4];
  return s("svg", { class: `spot-outline ${unused ? "spot-unused" : ""}`, viewBox: `${-width_mm / 2} ${-height_mm / 2} ${width_mm} ${height_mm}`, "aria-hidden": "true" },
    s("polygon", { points: points([[-wide, 0], [-wide / 2, -high], [wide / 2, -high], [wide, 0], [wide / 2, high], [-wide / 2, high]]) }),
    ground && s("circle", { class: "spot-ground", r: 0.42 * height_mm }),
    (ground || "").startsWith("start_") && s("circle", { class: "spot-ground", r: 0.35 * height_mm }));
}

/** @param {VirtualPiece} piece */
export const isRound = (piece) => piece.round === true;

/** The picture of a piece: a round one is a token, everything else a card.
 * @param {VirtualPiece} piece */
export function picture(piece) {
  if (isRound(piece)) return token(piece.face);
  return piece.face ? card(piece.face) : back();
}

// Hands on the virtual table: pointer, wheel and keyboard. Says what was done; changes nothing by itself.

const DOUBLE_MS = 350;
const SLOP_PX = 5;
const STEP_MM = 10;
const STEPS = { ArrowLeft: [-STEP_MM, 0], ArrowRight: [STEP_MM, 0], ArrowUp: [0, -STEP_MM], ArrowDown: [0, STEP_MM] };
const SETTLE_MS = 600;

/** `acts`: put(piece, changes), drop(piece, changes) where a finger has let go of it, take(piece), choose(handle|null), downward() -> lay face down, tap(piece) for one that was
 * tapped and not moved, lift(piece|null) while one is carried. `tray`: its element.
 * @param {import("./mat.js").Mat} mat @param {HTMLElement} tray @param {any} acts */
export function hands(mat, tray, acts) {
  const hand = { drag: /** @type {any} */ (null), last: { handle: "", at: 0 }, moved: /** @type {VirtualPiece} */ (null), timer: 0 };

  /** @param {any} event */
  function nodeOf(event) {
    return event.target.closest?.("[data-handle]");
  }

  /** @param {any} event */
  function begin(event) {
    const node = nodeOf(event);
    if (!node || event.button !== 0) return;
    const piece = mat.piece(node.dataset.handle);
    if (!piece) return;
    event.preventDefault();
    node.focus({ preventScroll: true });
    acts.choose(piece.in_hand ? null : piece.handle);
    hand.drag = { node, piece, x: event.clientX, y: event.clientY, id: event.pointerId, ghost: null, grip: grip(event, node, piece) };
  }

  // Where the finger is on the piece, so that it does not jump; from the tray it hangs by its middle.
  /** @param {any} event @param {any} node @param {VirtualPiece} piece */
  function grip(event, node, piece) {
    if (piece.in_hand) return { x: 0, y: 0 };
    const box = node.getBoundingClientRect();
    return { x: event.clientX - (box.left + box.right) / 2, y: event.clientY - (box.top + box.bottom) / 2 };
  }

  /** @param {any} event */
  function move(event) {
    const drag = hand.drag;
    if (!drag || event.pointerId !== drag.id) return;
    if (!drag.ghost) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < SLOP_PX) return;
      lift(drag);
    }
    drag.ghost.style.left = `${event.clientX - drag.grip.x}px`;
    drag.ghost.style.top = `${event.clientY - drag.grip.y}px`;
    tray.classList.toggle("over", tray.dataset.seated === "yes" && inside(tray, event));
  }

  /** @param {any} drag */
  function lift(drag) {
    const ghost = drag.node.cloneNode(true);
    ghost.removeAttribute("data-handle");
    ghost.classList.add("ghost", "piece");
    ghost.style.width = `${drag.piece.width_mm * mat.scale}px`;
    ghost.style.height = `${drag.piece.height_mm * mat.scale}px`;
    ghost.style.transform = `translate(-50%, -50%) rotate(${drag.piece.in_hand ? 0 : drag.piece.angle_deg}deg) scale(1.06)`;
    document.body.append(ghost);
    drag.ghost = ghost;
    drag.node.classList.add("lifted");
    mat.held.add(drag.piece.handle);
    acts.lift(drag.piece);
  }

  /** @param {any} event */
  function end(event) {
    const drag = hand.drag;
    if (!drag || event.pointerId !== drag.id) return;
    hand.drag = null;
    tray.classList.remove("over");
    if (!drag.ghost) return event.type === "pointercancel" ? undefined : tapped(drag.piece);
    acts.lift(null);
    drag.ghost.remove();
    drag.node.classList.remove("lifted");
    mat.held.delete(drag.piece.handle);
    const place = mat.at(event.clientX - drag.grip.x, event.clientY - drag.grip.y);
    if (event.type === "pointercancel") return;
    if (inside(tray, event) && tray.dataset.seated === "yes") {
      if (!drag.piece.in_hand) acts.take(drag.piece);
    } else if (place) {
      const down = event.shiftKey !== acts.downward();
      acts.drop(drag.piece, { ...place, face_up: down ? false : drag.piece.in_hand || drag.piece.face_up, angle_deg: drag.piece.in_hand ? 0 : drag.piece.angle_deg });
    }
  }

  /** @param {VirtualPiece} piece */
  function tapped(piece) {
    const again = hand.last.handle === piece.handle && performance.now() - hand.last.at < DOUBLE_MS;
    hand.last = { handle: again ? "" : piece.handle, at: performance.now() };
    if (again && !piece.in_hand) over(piece);
    else acts.tap(piece);
  }

  /** Nothing is carried any more, as when a second finger has come down. */
  function drop() {
    if (!hand.drag) return;
    const { ghost, node, piece } = hand.drag;
    hand.drag = null;
    if (!ghost) return;
    acts.lift(null);
    ghost.remove();
    node.classList.remove("lifted");
    mat.held.delete(piece.handle);
  }

  /** The piece as hands have it now: one that was just moved lies in the newest scene where it was.
   * @param {string} handle */
  const held = (handle) => (hand.moved?.handle === handle ? hand.moved : mat.piece(handle));

  /** What is done next says where it lies, too.
   * @param {VirtualPiece} piece */
  function noLonger(piece) {
    if (hand.moved !== piece) return;
    clearTimeout(hand.timer);
    hand.moved = null;
    mat.held.delete(piece.handle);
  }

  /** @param {VirtualPiece} piece */
  function over(piece) {
    noLonger(piece);
    acts.put(piece, { face_up: !piece.face_up });
  }

  /** @param {VirtualPiece} piece @param {number} degrees */
  function turn(piece, degrees) {
    noLonger(piece);
    acts.put(piece, { angle_deg: (piece.angle_deg + degrees + 360) % 360 });
  }

  /** @param {any} event */
  function wheel(event) {
    const node = nodeOf(event);
    const piece = node && held(node.dataset.handle);
    if (!piece || piece.in_hand) return;
    event.preventDefault();
    piece.angle_deg = (piece.angle_deg + (event.deltaY > 0 ? 15 : -15) + 360) % 360;
    mat.move(node, piece);
    later(piece);
  }

  /** @param {VirtualPiece} piece */
  function later(piece) {
    hand.moved = piece;
    mat.held.add(piece.handle);
    clearTimeout(hand.timer);
    hand.timer = setTimeout(settle, SETTLE_MS);
  }

  function settle() {
    clearTimeout(hand.timer);
    const piece = hand.moved;
    if (!piece) return;
    hand.moved = null;
    mat.held.delete(piece.handle);
    acts.put(piece, {});
  }

  /** @param {any} event */
  function key(event) {
    const node = nodeOf(event);
    const piece = node && held(node.dataset.handle);
    if (!piece || event.ctrlKey || event.metaKey || event.altKey) return;
    const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const act = piece.in_hand ? inHand(piece, event)[name] : onTable(node, piece, event)[name];
    if (!act) return;
    act();
    event.preventDefault();
  }

  /** What the keys do with a piece of the own hand.
   * @param {VirtualPiece} piece @param {any} event @returns {Record<string, () => void>} */
  function inHand(piece, event) {
    const { width_mm, height_mm } = mat.scene;
    return {
      Enter: () => acts.put(piece, { x_mm: width_mm / 2, y_mm: height_mm / 2, angle_deg: 0, face_up: event.shiftKey === acts.downward() }),
      " ": () => acts.tap(piece),
    };
  }

  /** What they do with one on the table.
   * @param {HTMLElement} node @param {VirtualPiece} piece @param {any} event @returns {Record<string, () => void>} */
  function onTable(node, piece, event) {
    const pushes = Object.entries(STEPS).map(([name, step]) => [name, () => push(node, piece, step)]);
    return {
      ...Object.fromEntries(pushes), Enter: () => lay(node), " ": () => lay(node),
      f: () => over(piece), r: () => turn(piece, event.shiftKey ? -45 : 45), t: () => acts.take(piece),
    };
  }

  /** @param {HTMLElement} node @param {VirtualPiece} piece @param {number[]} step */
  function push(node, piece, [x_mm, y_mm]) {
    piece.x_mm = Math.min(mat.scene.width_mm, Math.max(0, piece.x_mm + x_mm));
    piece.y_mm = Math.min(mat.scene.height_mm, Math.max(0, piece.y_mm + y_mm));
    mat.move(node, piece);
    later(piece);
    if (node.getAttribute("aria-pressed") === "true") clearTimeout(hand.timer);
  }

  /** Lifts a piece, or lays down one that is lifted.
   * @param {HTMLElement} node */
  function lay(node) {
    const lifted = node.getAttribute("aria-pressed") === "true";
    node.setAttribute("aria-pressed", String(!lifted));
    if (lifted) settle();
  }

  for (const area of [mat.node, tray]) {
    area.addEventListener("pointerdown", begin);
    area.addEventListener("keydown", key);
    area.addEventListener("focusin", (event) => nodeOf(event) && acts.choose(mat.piece(nodeOf(event).dataset.handle)?.in_hand ? null : nodeOf(event).dataset.handle));
    area.addEventListener("focusout", (event) => {
      nodeOf(event)?.removeAttribute("aria-pressed");
      settle();
    });
  }
  mat.node.addEventListener("wheel", wheel, { passive: false });
  addEventListener("pointermove", move);
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
  return { over, turn, drop };
}

/** @param {any} node @param {any} event */
function inside(node, event) {
  const box = node.getBoundingClientRect();
  return event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
}

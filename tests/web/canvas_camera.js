// In the place of a phone's camera: a canvas that a test draws on. Nothing else of the browser is changed.
window.__table = (() => {
  const canvas = document.createElement("canvas");
  const state = { image: null, boxes: [], size: [1280, 720], refused: "", front: false, frozen: false, opened: 0, ticks: 0, track: null, powers: null, refusesPowers: false, asked: [] };
  const pen = canvas.getContext("2d");
  function draw() {
    if (state.frozen) return;
    const [wide, high] = state.size;
    if (canvas.width !== wide || canvas.height !== high) Object.assign(canvas, { width: wide, height: high });
    pen.fillStyle = "#8a7f70";
    pen.fillRect(0, 0, wide, high);
    if (state.image) pen.drawImage(state.image, 0, 0, wide, high);
    for (const [x, y, w, h] of state.boxes) { pen.fillStyle = "#f4f0e6"; pen.fillRect(x, y, w, h); }
    pen.fillStyle = (state.ticks += 1) % 2 ? "#000" : "#111";
    pen.fillRect(0, 0, 2, 2);
  }
  async function open() {
    if (state.refused) throw new DOMException("refused", state.refused);
    state.opened += 1;
    const stream = canvas.captureStream(15);
    [state.track] = stream.getVideoTracks();
    const own = state.track.getSettings.bind(state.track);
    state.track.getSettings = () => ({ ...own(), width: state.size[0], height: state.size[1], facingMode: state.front ? "user" : "environment" });
    if (state.powers) state.track.getCapabilities = () => state.powers;
    state.track.applyConstraints = async (wish) => {
      if (state.refusesPowers) throw new DOMException("gone", "OverconstrainedError");
      state.asked.push(...(wish.advanced ?? []));
    };
    return stream;
  }
  draw();
  setInterval(draw, 60);
  if (navigator.mediaDevices) navigator.mediaDevices.getUserMedia = open;
  return Object.assign(state, {
    show: (address) => new Promise((done) => {
      const image = new Image();
      image.onload = () => { state.image = image; state.size = [image.naturalWidth, image.naturalHeight]; done(true); };
      image.src = address;
    }),
  });
})();

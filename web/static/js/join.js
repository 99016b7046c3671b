import { byId, fill, h, say, shape } from "./core/dom.js";
import { get, post, sentenceOf } from "./core/net.js";

const form = byId("join");
const problem = byId("problem");

function seatChoice(player) {
  const taken = player.joined;
  const words = taken ? "taken" : player.bot ? "played by the program" : "free";
  return h("label", { class: `seat-choice seat-${player.colour} ${taken ? "taken" : ""}` },
    h("input", { type: "radio", name: "seat", value: player.seat, disabled: taken, "data-key": `seat-${player.seat}` }),
    h("span", { class: "seat-tile" }, shape(player.shape), h("b", {}, player.name || `Seat ${player.seat + 1}`), h("small", {}, words)));
}

async function seats() {
  const answer = await get("/api/packet");
  if (answer.status !== 200) {
    say(problem, sentenceOf(answer));
    return;
  }
  const chosen = form.elements.seat?.value;
  const players = answer.body.players;
  fill(byId("seats"), players, () =>
    players.length ? players.map(seatChoice) : h("p", { class: "empty" }, "There is no match yet; the host begins one."));
  const free = [...form.querySelectorAll("input[name=seat]:not(:disabled)")];
  const keep = free.find((input) => input.value === chosen) || free.find((input) => !players[Number(input.value)]?.bot) || free[0];
  if (keep) keep.checked = true;
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const name = form.elements.name.value.trim();
  const code = form.elements.code.value.trim();
  const seat = Number(form.querySelector("input[name=seat]:checked")?.value ?? -1);
  if (!name) return complain("Please give your name.", form.elements.name);
  if (seat < 0) return complain("Please choose a free seat.", null);
  if (!code) return complain("Please type the code from the table screen.", form.elements.code);
  const answer = await post("/api/join", { code, name, seat });
  if (answer.status === 200) location.assign(answer.body.next);
  else {
    complain(sentenceOf(answer), form.elements.code);
    if (answer.status === 409) seats();
  }
});

function complain(sentence, field) {
  say(problem, sentence);
  field?.focus();
}

seats();

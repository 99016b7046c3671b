import "../shared/core/languages.js";
import { seatMark } from "../shared/board/seat_mark.js";
import { byId, fill, say } from "../shared/core/dom.js";
import { connect } from "../shared/core/stream.js";
import { wishes } from "../shared/match/shelf.js";
import { t } from "../shared/core/words.js";

const games = await wishes();
if (games) {
  document.documentElement.dataset.games = "yes";
  byId("games").append(games);
}

connect((packet) => {
  say(byId("status"), packet.status || t("Nobody plays yet."));
  fill(byId("players"), packet.players, () => packet.players.map(seatMark));
});

import { seatMark } from "./core/board.js";
import { byId, fill, say } from "./core/dom.js";
import { connect } from "./core/stream.js";
import { t } from "./core/words.js";

connect((packet) => {
  say(byId("status"), packet.status || t("Nobody plays yet."));
  fill(byId("players"), packet.players, () => packet.players.map(seatMark));
});

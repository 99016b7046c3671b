import "../shared/core/languages.js";
import { seatMark } from "../shared/board/seat_mark.js";
import { byId, fill, say } from "../shared/core/dom.js";
import { connect } from "../shared/core/stream.js";
import { t } from "../shared/core/words.js";

connect((packet) => {
  say(byId("status"), packet.status || t("Nobody plays yet."));
  fill(byId("players"), packet.players, () => packet.players.map(seatMark));
});

import { seatMark } from "./core/board.js";
import { byId, fill, say } from "./core/dom.js";
import { connect } from "./core/stream.js";

connect((packet) => {
  say(byId("status"), packet.status || "Nobody plays yet.");
  fill(byId("players"), packet.players, () => packet.players.map(seatMark));
});

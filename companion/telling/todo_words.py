"""The to-do list in sentences, and what the voice says of it."""

from __future__ import annotations

from companion.reading.todo import Chore, Todo
from companion.telling.voice import Voice
from companion.values.notices import Notice


def todo_text(voice: Voice, todo: Todo) -> str:
    """One thing to do with the hands, as a sentence."""
    match todo.chore:
        case Chore.GATHER:
            return voice.say("todo", "gather", {"deck": voice.words.word(todo.deck, voice.names)})
        case Chore.TAKE_OFF:
            code = "take_off" if todo.piece is not None else "take_off_down"
            return voice.say("todo", code, {"piece": todo.piece, "spot": voice.spot(todo.from_spot)})
        case Chore.MOVE:
            return voice.say("todo", "move", {"piece": todo.piece, "spot": voice.spot(todo.spot)})
        case Chore.TURN_UP:
            return voice.say("todo", "turn_up", {"piece": todo.piece, "spot": voice.spot(todo.spot)})
        case Chore.TURN:
            return voice.say("todo", "turn", {"piece": todo.piece, "spot": voice.spot(todo.spot)})
        case Chore.PUT_AWAY:
            pile = voice.pile_named(todo.pile)
            facts = {"piece": todo.piece, "spot": voice.spot(todo.from_spot), "pile": pile}
            return voice.say("todo", "put_away", facts)
        case Chore.EMPTY:
            spots = ", ".join(voice.spot(spot) for spot in todo.from_spots)
            return voice.say("todo", "empty", {"spots": spots, "pile": voice.pile_named(todo.pile)})
        case Chore.CLEAR:
            return voice.say("todo", "clear", {"spot": voice.spot(todo.from_spot)})
        case Chore.STAND:
            return voice.say("todo", "stand", {"piece": todo.piece, "spot": voice.spot(todo.spot)})
        case Chore.SET_UP:
            return voice.say("todo", "set_up", {"count": len(todo.from_spots)})
        case Chore.COUNT:
            return voice.say("todo", "count", {"count": todo.count, "spot": voice.spot(todo.spot)})
        case Chore.LAY:
            code = "lay" if todo.piece is not None else "lay_down"
            if todo.rack is not None:
                place = {"seat": todo.rack.seat, "number": todo.rack.number}
                return voice.say("todo", f"{code}_rack", {"piece": todo.piece, "spot": voice.spot(todo.spot), **place})
            return voice.say("todo", code, {"piece": todo.piece, "spot": voice.spot(todo.spot)})


def aloud_of(todo: Todo) -> Notice | None:
    """What is also said aloud: a question about a stack that may be higher or lower than the notes say, and which card
    of a rack a player of the program plays."""
    if todo.chore is Chore.COUNT:
        return Notice("stack_height", {"count": todo.count, "spot": todo.spot}, aloud=True)
    if todo.rack is None:
        return None
    place = {"seat": todo.rack.seat, "number": todo.rack.number}
    if todo.piece is None:
        return Notice("from_rack_down", place, aloud=True)
    return Notice("from_rack", {"piece": todo.piece, **place}, aloud=True)

"""Results on their way to a venue: what a match came to, as everybody at the table knew it, sent until it is there.

The table owns its match, the venue is told of it: nothing here is waited for by the table.
"""

from companion.outbox.line import Unreachable as Unreachable, Unsafe as Unsafe
from companion.outbox.results import report_of as report_of
from companion.outbox.sender import About as About, Sender as Sender, Standing as Standing, open_sender as open_sender

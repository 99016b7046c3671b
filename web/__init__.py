"""The pages: phones, the table screen, the host and the virtual table, over HTTP or HTTPS in the local network.

`create_app(pages, settings)` makes the Flask app for the objects that `Pages` names; `Server` serves it.
`Workbench` is the panel of an author, and `VenueServer` the pages of a venue, apart from all of that.
What crosses the border to `companion` stands in `views` and in the `views` of each page.
"""

from web.door import Audience as Audience, Certificate as Certificate, WebError as WebError, WebSettings as WebSettings
from web.serve import (
    Pages as Pages,
    Server as Server,
    VenueServer as VenueServer,
    Workbench as Workbench,
    create_app as create_app,
)

"""The pages: phones, the table screen, the host and the virtual table, over HTTP or HTTPS in the local network.

`create_app(table, settings)` makes the Flask app for anything that fulfils `serve.app.WholePort`; `Server` serves it.
What crosses the border to `companion` stands in `views` and in the `views` of each page.
"""

from web.door import Audience, Certificate, WebError, WebSettings
from web.serve import Server, create_app

__all__ = ["Audience", "Certificate", "Server", "WebError", "WebSettings", "create_app"]

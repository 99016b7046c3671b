"""The pages, a folder each: `routes` (addresses and what they do), `views` (what the page asks and is given, the border
to `companion`), and beside them the template, scripts and styles. What several pages share is in `shared`.

Scripts and styles are served under /static/VERSION, each with all that it imports; modules and templates are not.
"""

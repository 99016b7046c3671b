"""What several pages are made of: the shell of a page, scripts without a page (`core`), boards, cards and sheets as
they are drawn (`board`), and what stands beside a match (`match`)."""

from web.pages.shared.shapes import shapes as shapes

"""What a table's owners print: markers, the mat, stickers. Files in true size, for the pages that lead there."""

from web.pages.prints.routes import install as install

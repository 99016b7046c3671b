"""The maker: a game without code, made and changed step by step, tried out as phone and TV, and handed on."""

from web.pages.maker.routes import install as install

"""What the pages may ask, and what they are given: an object for each matter, put together as `web.Pages`. It asks the
referee by messages and reads what was published; nothing here touches the match."""

"""Where everything is told: packets in words for pages, announcements for the voice, lights."""

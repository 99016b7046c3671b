"""Where frames come from: ribbon-cable and USB cameras, folders, videos and recordings."""

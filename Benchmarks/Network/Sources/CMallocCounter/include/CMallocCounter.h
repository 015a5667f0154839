// Preloaded; there is nothing to call.

"""Every write that touches two tables or needs the engine. Facts of play enter by `play.write_event` alone."""

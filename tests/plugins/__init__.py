"""Technical fixtures: how tests are selected, and how a browser and an office are driven."""

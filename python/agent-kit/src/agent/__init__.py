"""The names that agents written for ORO's sandbox import."""

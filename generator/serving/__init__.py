"""Builds again whenever a source changes, and shows the output folder to a browser on this machine."""

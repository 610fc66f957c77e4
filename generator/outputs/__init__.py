"""Makes the files in the build folder."""

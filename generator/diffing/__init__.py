"""Tells what differs between two builds: rules first, then documents, then all else."""

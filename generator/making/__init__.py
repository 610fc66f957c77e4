"""What a build makes, in pieces that are each made anew only where something that they rest on changed."""

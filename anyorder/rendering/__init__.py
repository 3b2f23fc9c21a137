"""Turns answers and explanations, which are data, into text and pictures. No renderer imports another."""

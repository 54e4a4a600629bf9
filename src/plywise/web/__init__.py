"""The web page for play and analysis: its server and the messages between them."""

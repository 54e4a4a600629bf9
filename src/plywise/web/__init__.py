"""The page to play and analyse on: its server, the messages between them, and the processes that search."""

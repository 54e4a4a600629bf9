"""What several tests share: places, games made for tests, and measuring pictures."""

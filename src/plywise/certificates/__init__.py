"""Certificates: a strategy written out, and whether it surely reaches its goal, for anybody to check by the rules."""

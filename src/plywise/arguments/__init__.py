"""Arguments as callers write them: names, numbers from other libraries, keyword arguments declared once."""

"""Arguments as callers write them: names, numbers of other libraries, keyword arguments declared once."""

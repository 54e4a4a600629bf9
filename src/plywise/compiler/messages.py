"""What compiled code says where Python's result does not fit 64 bits, or there is none: the errors' messages."""

TOO_LARGE = "a number needs more than 64 bits"
PLACES = "a shift goes by less than 0 or more than 63 places, or too far for 64 bits"
NOT_EXACT = "a whole number of over 53 bits becomes a float"
BY_ZERO = "division by zero"
NEGATIVE_POWER = "a negative power of a whole number"
NO_INT = "a float is too large for an int, or no number"
DOMAIN = "a function of math is undefined there, or too large"

"""What rules may call that is itself written in plain Python and translated like them: sorting, searching, sets, dicts.

A set is a list of its items, and, where they are more than FEW, a table of places in that list, found by the items'
hashes: a place, or FREE. A dict is the same with a list of values beside the keys.
"""

from typing import Any

FEW = 8
FREE = -1


def hash_of(item: Any) -> int:
    """Return a hash of a value: one of the translator's own instructions."""
    return hash(item) % 2**62


def order_by(values: Any, keys: Any, reverse: Any) -> Any:
    """Return values in the order of their keys, those of equal keys in the order in which they come.

    >>> order_by([3, 1, 2], [3, 1, 2], False), order_by(["a", "b", "c"], [0, 1, 0], True)
    ([1, 2, 3], ['b', 'a', 'c'])
    """
    places = list(range(len(values)))
    if len(values) <= 16:  # insertion
        for place in range(1, len(places)):
            at, moved = place, places[place]
            while at > 0 and (keys[places[at - 1]] < keys[moved] if reverse else keys[moved] < keys[places[at - 1]]):
                places[at] = places[at - 1]
                at -= 1
            places[at] = moved
        return [values[place] for place in places]
    size = 1
    while size < len(values):  # runs of this size are in order: merge each with the next
        merged = places[:0]
        for low in range(0, len(values), 2 * size):
            left, right = low, low + size
            middle, high = min(low + size, len(values)), min(low + 2 * size, len(values))
            while left < middle or right < high:
                if right >= high:
                    late = False
                elif left >= middle:
                    late = True
                elif reverse:
                    late = keys[places[left]] < keys[places[right]]
                else:
                    late = keys[places[right]] < keys[places[left]]
                if late:
                    merged.append(places[right])
                    right += 1
                else:
                    merged.append(places[left])
                    left += 1
        places = merged
        size *= 2
    return [values[place] for place in places]


def equal_items(one: Any, other: Any) -> bool:
    """Return whether two rows are equal, item by item."""
    if len(one) != len(other):
        return False
    for place in range(len(one)):  # noqa: SIM110
        if one[place] != other[place]:
            return False
    return True


def comes_before(one: Any, other: Any) -> bool:
    """Return whether a row comes before another: <."""
    for place in range(min(len(one), len(other))):
        if one[place] != other[place]:
            return bool(one[place] < other[place])
    return len(one) < len(other)


def place_of(values: Any, item: Any) -> int:
    """Return the first place of an item in a row; -1 where it is not in it."""
    for place in range(len(values)):
        if values[place] == item:
            return place
    return -1


def count_of(values: Any, item: Any) -> int:
    """Return how often an item is in a row."""
    found = 0
    for place in range(len(values)):
        if values[place] == item:
            found += 1
    return found


def index_of(values: Any, item: Any, start: int, stop: int) -> int:
    """Return the first place of an item in a row, from `start` up to `stop`. Raises ValueError."""
    length = len(values)
    begin = max(0, start + length) if start < 0 else start
    end = stop + length if stop < 0 else min(stop, length)
    for place in range(begin, end):
        if values[place] == item:
            return place
    raise ValueError("an item is not in what is searched for it")


def stepped(values: Any, start: int, stop: int, step: int) -> Any:
    """Return values[start:stop:step] as a list, for places that are in it."""
    return [values[place] for place in range(start, stop, step)]


def backwards(values: Any) -> Any:
    """Return a row from its end to its begin, as a list."""
    return [values[place] for place in range(len(values) - 1, -1, -1)]


# --- lists -------------------------------------------------------------------------------------------------------


def insert(values: Any, place: int, item: Any) -> None:
    """list.insert."""
    if place < 0:
        place = max(0, place + len(values))
    place = min(place, len(values))
    values.append(item)
    for at in range(len(values) - 1, place, -1):
        values[at] = values[at - 1]
    values[place] = item


def take(values: Any, place: int) -> Any:
    """list.pop with a place."""
    if place < 0:
        place += len(values)
    if not 0 <= place < len(values):
        raise IndexError("pop: no such place")
    found = values[place]
    for at in range(place, len(values) - 1):
        values[at] = values[at + 1]
    values.pop()
    return found


def remove(values: Any, item: Any) -> None:
    """list.remove."""
    place = place_of(values, item)
    if place < 0:
        raise ValueError("remove: the item is not in the list")
    take(values, place)


def turn(values: Any) -> None:
    """list.reverse."""
    for place in range(len(values) // 2):
        values[place], values[len(values) - 1 - place] = values[len(values) - 1 - place], values[place]


def put_in_order(values: Any, keys: Any, reverse: Any) -> None:
    """list.sort."""
    found = order_by(values, keys, reverse)
    for place in range(len(values)):
        values[place] = found[place]


# --- sets and dicts ---------------------------------------------------------------------------------------------------


def find(items: Any, table: Any, item: Any) -> int:
    """Return the place of an item of a set; -1 where it is not in it."""
    if len(items) <= FEW:
        return place_of(items, item)
    mask = len(table) - 1
    at = hash_of(item) & mask
    while table[at] != FREE:
        if items[table[at]] == item:
            return table[at]
        at = (at + 1) & mask
    return -1


def enter(items: Any, table: Any) -> None:
    """Enter the last item of a set into its table."""
    if len(items) <= FEW:
        return
    if 2 * len(items) > len(table):
        fill(items, table, 4 * len(items))
        return
    mask = len(table) - 1
    at = hash_of(items[len(items) - 1]) & mask
    while table[at] != FREE:
        at = (at + 1) & mask
    table[at] = len(items) - 1


def fill(items: Any, table: Any, room: int) -> None:
    """Make the table of a set anew, with some room."""
    size = 2 * FEW
    while size < room:
        size *= 2
    while len(table) > 0:
        table.pop()
    for _ in range(size):
        table.append(FREE)
    for place in range(len(items)):
        at = hash_of(items[place]) & (size - 1)
        while table[at] != FREE:
            at = (at + 1) & (size - 1)
        table[at] = place


def add(items: Any, table: Any, item: Any) -> None:
    """set.add."""
    if find(items, table, item) < 0:
        items.append(item)
        enter(items, table)


def discard(items: Any, table: Any, item: Any) -> bool:
    """set.discard; return whether the item was in the set."""
    place = find(items, table, item)
    if place < 0:
        return False
    take(items, place)
    if len(items) > FEW:
        fill(items, table, 2 * len(items))
    return True


def put(keys: Any, values: Any, table: Any, key: Any, value: Any) -> None:
    """dict[key] = value."""
    place = find(keys, table, key)
    if place >= 0:
        values[place] = value
        return
    keys.append(key)
    values.append(value)
    enter(keys, table)


def drop(keys: Any, values: Any, table: Any, key: Any) -> int:
    """Take a key out of a dict. Raises KeyError."""
    place = find(keys, table, key)
    if place < 0:
        raise KeyError("a key that is not in the dict")
    take(keys, place)
    take(values, place)
    if len(keys) > FEW:
        fill(keys, table, 2 * len(keys))
    return place


# --- strings ----------------------------------------------------------------------------------------------------------


def text_find(text: str, part: str, start: int) -> int:
    """str.find."""
    for place in range(start, len(text) - len(part) + 1):
        if text[place : place + len(part)] == part:
            return place
    return -1


def text_index(text: str, part: str) -> int:
    """str.index."""
    place = text_find(text, part, 0)
    if place < 0:
        raise ValueError("substring not found")
    return place


def text_last(text: str, part: str) -> int:
    """str.rfind."""
    for place in range(len(text) - len(part), -1, -1):
        if text[place : place + len(part)] == part:
            return place
    return -1


def text_count(text: str, part: str) -> int:
    """str.count."""
    if len(part) == 0:
        return len(text) + 1
    found, place = 0, 0
    while place <= len(text) - len(part):
        if text[place : place + len(part)] == part:
            found += 1
            place += len(part)
        else:
            place += 1
    return found


def text_replace(text: str, old: str, new: str, count: int) -> Any:
    """str.replace, as a list of characters."""
    found, place = list(text[:0]), 0
    while place < len(text):
        if count != 0 and len(old) > 0 and text[place : place + len(old)] == old:
            for letter in new:
                found.append(letter)
            place += len(old)
            count -= 1
        else:
            found.append(text[place])
            place += 1
    return found


def text_split(text: str, part: str) -> Any:
    """str.split with a separator."""
    found, begin = [text[:0]][:0], 0
    place = text_find(text, part, 0)
    while place >= 0:
        found.append(text[begin:place])
        begin = place + len(part)
        place = text_find(text, part, begin)
    found.append(text[begin:])
    return found


def text_words(text: str) -> Any:
    """str.split without a separator."""
    found, begin = [text[:0]][:0], 0
    while begin < len(text):
        if text[begin] == " " or text[begin] == "\n" or text[begin] == "\t":
            begin += 1
            continue
        end = begin
        while end < len(text) and text[end] != " " and text[end] != "\n" and text[end] != "\t":
            end += 1
        found.append(text[begin:end])
        begin = end
    return found


def text_strip(text: str, letters: str, left: bool, right: bool) -> str:
    """str.strip, lstrip and rstrip."""
    begin, end = 0, len(text)
    while left and begin < end and text[begin] in letters:
        begin += 1
    while right and end > begin and text[end - 1] in letters:
        end -= 1
    return text[begin:end]


def text_of(number: int) -> Any:
    """Str of an int, as a list of characters."""
    found = ["0"][:0]
    left = -number if number < 0 else number
    while left > 0 or len(found) == 0:
        found.append("0123456789"[left % 10])
        left //= 10
    if number < 0:
        found.append("-")
    turn(found)
    return found


def number_of(text: str) -> int:
    """Int of a string of digits."""
    found, place = 0, 0
    negative = len(text) > 0 and text[0] == "-"
    if len(text) > 0 and (text[0] == "-" or text[0] == "+"):
        place = 1
    if place == len(text):
        raise ValueError("int of what is no number")
    while place < len(text):
        digit = ord(text[place]) - ord("0")
        if not 0 <= digit <= 9:
            raise ValueError("int of what is no number")
        found = 10 * found + digit
        place += 1
    return -found if negative else found


# --- others -----------------------------------------------------------------------------------------------------------


def columns(rows: Any) -> Any:
    """zip(*rows): the rows' first items, their second ones, and so on."""
    found = [rows[0]][:0]
    size = len(rows[0]) if len(rows) > 0 else 0
    for row in rows:
        size = min(size, len(row))
    for place in range(size):
        found.append(tuple([row[place] for row in rows]))
    return found


def binary_digits(number: int) -> Any:
    """Bin of an int, as a list of characters."""
    found = ["0"][:0]
    left = -number if number < 0 else number
    while left > 0 or len(found) == 0:
        found.append("01"[left & 1])
        left >>= 1
    found.append("b")
    found.append("0")
    if number < 0:
        found.append("-")
    turn(found)
    return found


def divisor(one: int, other: int) -> int:
    """math.gcd of two ints."""
    while other:
        one, other = other, one % other
    return abs(one)


def text_lines(text: str) -> Any:
    """str.splitlines, of lines that end with a line feed."""
    found, begin = [text[:0]][:0], 0
    for place in range(len(text)):
        if text[place] == "\n":
            found.append(text[begin:place])
            begin = place + 1
    if begin < len(text):
        found.append(text[begin:])
    return found


def text_left(text: str, width: int, fill: str) -> Any:
    """str.ljust, as a list of characters."""
    found = list(text)
    while len(found) < width:
        found.append(fill)
    return found


def text_right(text: str, width: int, fill: str) -> Any:
    """str.rjust, as a list of characters."""
    found = list(text[:0])
    for _ in range(width - len(text)):
        found.append(fill)
    for letter in text:
        found.append(letter)
    return found


def text_zeros(text: str, width: int, fill: str) -> Any:
    """str.zfill, as a list of characters."""
    found = list(text[:0])
    begin = 1 if len(text) > 0 and (text[0] == "-" or text[0] == "+") else 0
    for letter in text[:begin]:
        found.append(letter)
    for _ in range(width - len(text)):
        found.append(fill)
    for letter in text[begin:]:
        found.append(letter)
    return found


def groups(values: Any, keys: Any) -> Any:
    """itertools.groupby, as a list of keys, each with a list of values."""
    found = [(keys[0], values[:0])][:0]
    for place in range(len(values)):
        if place == 0 or keys[place] != keys[place - 1]:
            found.append((keys[place], values[:0]))
        found[len(found) - 1][1].append(values[place])
    return found


def has_equal(values: Any) -> bool:
    """Return whether two values of a list are equal."""
    for place in range(len(values)):
        for other in range(place):
            if values[place] == values[other]:
                return True
    return False

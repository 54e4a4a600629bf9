"""Built-in functions written in plain Python and translated like rules: sorting, searching, sets, dicts.

A set is a list of its items and, if there are more than FEW, a hash table of places in that list: a place, FREE, or
GIVEN_UP for a removed item. A dict has in addition a list of values beside the keys. Small members of a set also have a
bit each, and need not be in the table.

The table is CPython's (Objects/setobject.c), with places instead of items. Its header has the number of slots not free,
and where the next pop begins. So if the order of a set is observed, it has a table from the beginning with all its
items, and a loop follows the slots.
"""

import copy
from collections import Counter
from typing import Any

FEW = 8
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
FREE, GIVEN_UP = -1, -2
FIRST = 2  # of the slots in a table
NEAR = 10  # consecutive slots are tried before the hash gives the next position; but never beyond the last
SHIFT, POSITIVE = 5, 2**59 - 1
MANY = 50_000


def hash_of(item: Any) -> int:
    """Return a hash of a value; for numbers and tuples of them, Python's. An intrinsic of the translator."""
    return hash(item)


def address_of(this: Any) -> int:
    """Return the address of a list, set, dict or object. An intrinsic of the translator, like the next ones."""
    return id(this)


def note_copy(known: Any, this: Any, made: Any) -> None:
    """Record a copy of an object."""
    known.extend([id(this), made, made, made])


def noted_copy(known: Any, this: Any, at: int) -> Any:
    """Return the copy recorded at a place."""
    return known[at + 1]


def blank(known: Any, this: Any) -> Any:
    """Return a shallow copy of a list, set, dict or object, or the result of its __deepcopy__."""
    return copy.copy(this)


def fill_copy(known: Any, made: Any) -> None:
    """Replace the contents of a copy by deep copies."""


def deep_copied(known: Any, this: Any) -> Any:
    """Return a deep copy of a list, set, dict or object: the recorded one, if there is one."""
    own = address_of(this)
    for at in range(0, len(known), 4):
        if known[at] == own:
            return noted_copy(known, this, at)
    made = blank(known, this)
    note_copy(known, this, made)
    fill_copy(known, made)
    return made


def is_noted(known: Any, address: int) -> bool:
    """Return whether the object at an address has been copied."""
    for at in range(0, len(known), 4):  # noqa: SIM110
        if known[at] == address:
            return True
    return False


def equal_fields(one: Any, other: Any) -> bool:
    """Return whether two objects of one dataclass are equal. An intrinsic of the translator."""
    return bool(one == other)


def equal_objects(one: Any, other: Any) -> bool:
    """Return the same; the recursive form for nested objects."""
    return equal_fields(one, other)


def order_by(values: Any, keys: Any, reverse: Any) -> Any:
    """Return values sorted by their keys; the sort is stable.

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
    while size < len(values):  # runs of this size are sorted: merge each with the next
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
    """Return the first place of an item in a row; -1 if it is not there."""
    for place in range(len(values)):
        if values[place] == item:
            return place
    return -1


def letters_of(values: Any) -> Any:
    """Return the characters with the numbers of bytes."""
    return [chr(each) for each in bytes(values)]


def codes_of(text: str) -> Any:
    """Return the numbers of characters."""
    return [ord(each) for each in text]


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
    """Return values[start:stop:step] as a list, for places within the row."""
    return [values[place] for place in range(start, stop, step)]


def backwards(values: Any) -> Any:
    """Return a row reversed, as a list."""
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
    """Return the place of an item of a set; -1 if it is not there."""
    if len(items) <= FEW or len(table) == 0:
        return place_of(items, item)
    slot = slot_of(items, table, item)
    return table[slot] if slot >= 0 else -1


def slot_of(items: Any, table: Any, item: Any) -> int:
    """Return the slot of an item in an existing table; -1 if it has none."""
    step, mask = hash_of(item), len(table) - FIRST - 1
    begin = step & mask
    while True:
        for at in range(begin, begin + NEAR if begin + NEAR <= mask + 1 else begin + 1):
            place = table[at + FIRST]
            if place == FREE:
                return -1
            if place >= 0 and items[place] == item:
                return at + FIRST
        step = (step >> SHIFT) & POSITIVE
        begin = (begin * 5 + 1 + step) & mask


def slot_for(table: Any, code: int) -> int:
    """Return the slot for a new item, by its hash: the last given-up slot on its probe path, or else a free one."""
    step, mask, found = code, len(table) - FIRST - 1, -1
    begin = step & mask
    while True:
        for at in range(begin, begin + NEAR if begin + NEAR <= mask + 1 else begin + 1):
            place = table[at + FIRST]
            if place == FREE:
                return found if found >= 0 else at + FIRST
            if place == GIVEN_UP:
                found = at + FIRST
        step = (step >> SHIFT) & POSITIVE
        begin = (begin * 5 + 1 + step) & mask


def enter(items: Any, table: Any) -> None:
    """Enter the last item of a set into its table. Sets of few items have no table unless their order is observed."""
    if len(table) == 0:
        if len(items) > FEW:
            fill(items, table, 4 * len(items))
        return
    slot = slot_for(table, hash_of(items[len(items) - 1]))
    if table[slot] == FREE:
        table[0] += 1
    table[slot] = len(items) - 1
    if 5 * table[0] >= 3 * (len(table) - FIRST - 1):
        grow(items, table)


def grow(items: Any, table: Any) -> None:
    """Rebuild the table of a set, with the same growth as in Python."""
    resize(items, table, len(items) * (2 if len(items) > MANY else 4))


def resize(items: Any, table: Any, room: int) -> None:
    """Rebuild the table of a set for more than `room` items, which are entered in the order of their slots."""
    places = [table[slot] for slot in range(FIRST, len(table)) if table[slot] >= 0]
    clear(table, room)
    for place in places:
        table[slot_for(table, hash_of(items[place]))] = place
    table[0] = len(places)


def clear(table: Any, room: int) -> None:
    """Clear a table and size it for more than `room` items. It keeps the position of the last pop."""
    size, begin = FEW, table[1] if len(table) > 0 else 0
    while size <= room:
        size *= 2
    table.clear()
    table.append(0)
    table.append(begin)
    for _ in range(size):
        table.append(FREE)


def fill(items: Any, table: Any, room: int) -> None:
    """Build the table of all items, entered one after another."""
    clear(table, room)
    for place in range(len(items)):
        table[slot_for(table, hash_of(items[place]))] = place
    table[0] = len(items)


def renew(items: Any, table: Any) -> None:
    """Rebuild the table of a dict after a key was removed: the following keys have new places."""
    if len(items) > FEW:
        fill(items, table, 2 * len(items))
    else:
        while len(table) > 0:
            table.pop()


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
    give_up(items, table, place)
    return True


def discard_listed(items: Any, table: Any, item: Any) -> None:
    """set.discard of an item that is present but may not be in the table."""
    give_up(items, table, place_of(items, item))


def give_up(items: Any, table: Any, place: int) -> None:
    """Remove an item of a set; the last one moves to its place."""
    last = len(items) - 1
    if len(table) > 0:
        slot = slot_of(items, table, items[place])
        if slot >= 0:  # a small member need not be in the table
            table[slot] = GIVEN_UP
        slot = slot_of(items, table, items[last]) if place < last else -1
        if slot >= 0:
            table[slot] = place
    items[place] = items[last]
    items.pop()


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
    """Remove a key from a dict. Raises KeyError."""
    place = find(keys, table, key)
    if place < 0:
        raise KeyError("a key that is not in the dict")
    take(keys, place)
    take(values, place)
    renew(keys, table)
    return place


# --- sets whose order is observed -------------------------------------------------------------------------------------


def next_slot(table: Any, slot: int) -> int:
    """Return the first slot, from `slot` on, that holds an item; -1 if there is none."""
    while slot < len(table):
        if table[slot] >= 0:
            return slot
        slot += 1
    return -1


def next_to_pop(table: Any) -> int:
    """Return the place of the item that set.pop removes: the next one after the previously removed item."""
    slot = FIRST + (table[1] & (len(table) - FIRST - 1))
    while table[slot] < 0:
        slot = slot + 1 if slot + 1 < len(table) else FIRST
    table[1] = slot + 1 - FIRST
    return table[slot]


def make_room(items: Any, table: Any, more: int) -> None:
    """Prepare a set for all items of another one, or of a dict, before they are added."""
    if 5 * (table[0] + more) >= 3 * (len(table) - FIRST - 1):
        resize(items, table, 2 * (len(items) + more))


def is_copied(table: Any, others: Any, other_table: Any) -> bool:
    """Return whether a set copies the table of another one unchanged when adding its items."""
    return table[0] == 0 and len(table) == len(other_table) and other_table[0] == len(others)


def copy_table(table: Any, other: Any) -> None:
    """Copy the table of another set."""
    clear(table, len(other) - FIRST - 1)
    for slot in range(FIRST, len(other)):
        table[slot] = other[slot]
    table[0] = other[0]


def shrink(items: Any, table: Any) -> None:
    """Rebuild the table of a set if more than a quarter of its slots are given up, after difference_update."""
    if table[0] - len(items) > (len(table) - FIRST - 1) // 4:
        grow(items, table)


# --- strings ----------------------------------------------------------------------------------------------------------


BLANKS = "".join(filter(str.isspace, map(chr, range(0x3001))))  # all whitespace characters
ENDS = "\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"  # of lines


def text_find(text: str, part: str, start: int) -> int:
    """str.find, from a non-negative place."""
    for place in range(start, len(text) - len(part) + 1):
        if text[place : place + len(part)] == part:
            return place
    return -1


def begin_of(start: int, length: int) -> int:
    """Return the normalized start of a slice of a row."""
    return max(0, start + length) if start < 0 else start


def end_of(stop: int, length: int) -> int:
    """Return the normalized end of a slice of a row."""
    return max(0, stop + length) if stop < 0 else min(stop, length)


def text_find_in(text: str, part: str, start: int, stop: int) -> int:
    """str.find within a part of a string."""
    for place in range(begin_of(start, len(text)), end_of(stop, len(text)) - len(part) + 1):
        if text[place : place + len(part)] == part:
            return place
    return -1


def text_index(text: str, part: str, start: int, stop: int) -> int:
    """str.index."""
    place = text_find_in(text, part, start, stop)
    if place < 0:
        raise ValueError("substring not found")
    return place


def text_last(text: str, part: str, start: int, stop: int) -> int:
    """str.rfind."""
    for place in range(end_of(stop, len(text)) - len(part), begin_of(start, len(text)) - 1, -1):
        if text[place : place + len(part)] == part:
            return place
    return -1


def text_last_index(text: str, part: str, start: int, stop: int) -> int:
    """str.rindex."""
    place = text_last(text, part, start, stop)
    if place < 0:
        raise ValueError("substring not found")
    return place


def text_count(text: str, part: str, start: int, stop: int) -> int:
    """str.count."""
    begin, end = begin_of(start, len(text)), end_of(stop, len(text))
    if len(part) == 0:
        return max(0, end - begin + 1)
    found, place = 0, begin
    while place <= end - len(part):
        if text[place : place + len(part)] == part:
            found += 1
            place += len(part)
        else:
            place += 1
    return found


def text_replace(text: str, old: str, new: str, count: int) -> Any:
    """str.replace, as a list of characters."""
    found, place = list(text[:0]), 0
    while place < len(text) or (place == len(text) and len(old) == 0):
        if count != 0 and text[place : place + len(old)] == old:
            for letter in new:
                found.append(letter)
            count -= 1
            if len(old) > 0:
                place += len(old)
                continue
        if place < len(text):
            found.append(text[place])
        place += 1
    return found


def text_split(text: str, part: str, most: int) -> Any:
    """str.split with a separator."""
    found, begin = [text[:0]][:0], 0
    if len(part) == 0:
        raise ValueError("empty separator")
    place = text_find(text, part, 0)
    while place >= 0 and most != 0:
        found.append(text[begin:place])
        begin = place + len(part)
        most -= 1
        place = text_find(text, part, begin)
    found.append(text[begin:])
    return found


def text_split_last(text: str, part: str, most: int) -> Any:
    """str.rsplit with a separator."""
    found, end = [text[:0]][:0], len(text)
    if len(part) == 0:
        raise ValueError("empty separator")
    place = text_last(text, part, 0, end)
    while place >= 0 and most != 0:
        found.append(text[place + len(part) : end])
        end = place
        most -= 1
        place = text_last(text, part, 0, end)
    found.append(text[:end])
    turn(found)
    return found


def text_partition(text: str, part: str) -> Any:
    """str.partition."""
    if len(part) == 0:
        raise ValueError("empty separator")
    place = text_find(text, part, 0)
    if place < 0:
        return text, text[:0], text[:0]
    return text[:place], part, text[place + len(part) :]


def text_partition_last(text: str, part: str) -> Any:
    """str.rpartition."""
    if len(part) == 0:
        raise ValueError("empty separator")
    place = text_last(text, part, 0, len(text))
    if place < 0:
        return text[:0], text[:0], text
    return text[:place], part, text[place + len(part) :]


def text_without_begin(text: str, part: str) -> str:
    """str.removeprefix."""
    return text[len(part) :] if text[: len(part)] == part else text


def text_without_end(text: str, part: str) -> str:
    """str.removesuffix."""
    begin = len(text) - len(part)
    return text[:begin] if begin >= 0 and text[begin:] == part else text


def text_without_prefix(text: str, prefix: str) -> str:
    """Return a number's text without its base prefix."""
    begin = 1 if len(text) > 0 and (text[0] == "-" or text[0] == "+") else 0
    return text[:begin] + text[begin + 2 :] if text[begin : begin + 2].lower() == prefix else text


def with_prefix(text: str, prefix: str) -> str:
    """Return a number's text with its base prefix."""
    return text[:1] + prefix + text[1:] if text[0] == "-" else prefix + text


def text_words(text: str, most: int) -> Any:
    """str.split without a separator."""
    found, begin = [text[:0]][:0], 0
    while begin < len(text):
        if text[begin] in BLANKS:
            begin += 1
            continue
        end = begin
        while end < len(text) and (most == 0 or text[end] not in BLANKS):
            end += 1
        found.append(text[begin:end])
        begin = end
        most -= 1
    return found


def text_capitalize(text: str) -> Any:
    """str.capitalize, as a list of characters."""
    found = list(text[:0])
    for place in range(len(text)):
        found.append(text[place].lower() if place else text[place].upper())
    return found


def text_title(text: str) -> Any:
    """str.title, as a list of characters."""
    found, inside = list(text[:0]), False
    for letter in text:
        found.append(letter.lower() if inside else letter.upper())
        inside = letter.isupper() or letter.islower()
    return found


def text_center(text: str, width: int, fill: str) -> Any:
    """str.center, as a list of characters."""
    spare = max(0, width - len(text))
    left = spare // 2 + (spare & width & 1)
    found = list(text[:0])
    for _ in range(left):
        found.append(fill)
    for letter in text:
        found.append(letter)
    for _ in range(spare - left):
        found.append(fill)
    return found


def text_strip(text: str, letters: str, left: bool, right: bool) -> str:
    """str.strip, lstrip and rstrip."""
    begin, end = 0, len(text)
    while left and begin < end and text[begin] in letters:
        begin += 1
    while right and end > begin and text[end - 1] in letters:
        end -= 1
    return text[begin:end]


def number_of(text: str) -> int:
    """Int of a string of digits."""
    return number_in_base(text, 10)


# --- others -----------------------------------------------------------------------------------------------------------


def columns(rows: Any) -> Any:
    """zip(*rows): the rows' first items, their second ones, and so on."""
    found = [tuple(row) for row in rows[:0]]
    size = len(rows[0]) if len(rows) > 0 else 0
    for row in rows:
        size = min(size, len(row))
    for place in range(size):
        found.append(tuple([row[place] for row in rows]))
    return found


def divisor(one: int, other: int) -> int:
    """math.gcd of two ints."""
    while other:
        one, other = other, one % other
    return abs(one)


def text_lines(text: str) -> Any:
    """str.splitlines."""
    found, begin = [text[:0]][:0], 0
    for place in range(len(text)):
        if text[place] == "\n" and place > 0 and text[place - 1] == "\r":
            begin = place + 1
        elif text[place] in ENDS:
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
    found = [(key, values[:0]) for key in keys[:0]]
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


def has_tied(values: Any, reverse: Any) -> bool:
    """Return whether a sorted list has two neighbours of which neither is less."""
    for place in range(1, len(values)):
        if reverse and not values[place] < values[place - 1]:
            return True
        if not reverse and not values[place - 1] < values[place]:
            return True
    return False


def text_middle(text: str, width: int, fill: str) -> Any:
    """Return a string centred in a width, like ^ in a format."""
    spare = max(0, width - len(text))
    found = list(text[:0])
    for _ in range(spare // 2):
        found.append(fill)
    for letter in text:
        found.append(letter)
    for _ in range(spare - spare // 2):
        found.append(fill)
    return found


def text_filled(text: str, width: int, fill: str, begin: int) -> Any:
    """Return a number padded after its sign and the next `begin` characters, as a list of characters."""
    found = list(text[:0])
    signs = begin + (1 if len(text) > 0 and text[0] in "+- " else 0)
    for letter in text[:signs]:
        found.append(letter)
    for _ in range(width - len(text)):
        found.append(fill)
    for letter in text[signs:]:
        found.append(letter)
    return found


def with_sign(text: str, sign: str, negative: bool) -> str:
    """Return a number with a sign."""
    return text if negative else sign + text


def text_quoted(text: str) -> Any:
    """Repr of a string of printable ASCII characters, as a list of characters."""
    quote = '"' if "'" in text and '"' not in text else "'"
    found = list(text[:0])
    found.append(quote)
    for letter in text:
        if not " " <= letter <= "~":
            raise OverflowError("repr of a character that is not printable ASCII")
        if letter == "\\" or letter == quote:
            found.append("\\")
        found.append(letter)
    found.append(quote)
    return found


# --- dicts, Counters, deques, heaps -----------------------------------------------------------------------------------


def equal_dicts(one: Any, other: Any) -> bool:
    """Return whether two dicts are equal."""
    if len(one) != len(other):
        return False
    for key in one:  # noqa: SIM110
        if key not in other or one[key] != other[key]:
            return False
    return True


def equal_counts(one: Any, other: Any) -> bool:
    """Return whether two Counters are equal; missing keys count 0."""
    for key in one:
        if one[key] != other[key]:
            return False
    for key in other:  # noqa: SIM110
        if one[key] != other[key]:
            return False
    return True


def counts_of(one: Any, other: Any, sign: int) -> Any:
    """Counter + Counter (sign 1) and Counter - Counter (sign -1): the positive counts."""
    found: Any = Counter()
    for key in one:
        if one[key] + sign * other[key] > 0:
            found[key] = one[key] + sign * other[key]
    for key in other:
        if key not in one and sign * other[key] > 0:
            found[key] = sign * other[key]
    return found


def counts_between(one: Any, other: Any, most: bool) -> Any:
    """Counter | Counter and Counter & Counter."""
    found: Any = Counter()
    for key in one:
        count = max(one[key], other[key]) if most else min(one[key], other[key])
        if count > 0:
            found[key] = count
    if most:
        for key in other:
            if key not in one and other[key] > 0:
                found[key] = other[key]
    return found


def most_common(counts: Any) -> Any:
    """Counter.most_common."""
    return sorted(counts.items(), key=lambda pair: pair[1], reverse=True)


def elements(counts: Any) -> Any:
    """Counter.elements, as a list."""
    return [key for key in counts for _ in range(counts[key])]


def rotate(values: Any, steps: int) -> None:
    """deque.rotate."""
    count = len(values)
    if count < 2:
        return
    turned = [values[(place - steps) % count] for place in range(count)]
    for place in range(count):
        values[place] = turned[place]


def heap_push(heap: Any, item: Any) -> None:
    """heapq.heappush."""
    heap.append(item)
    rise(heap, 0, len(heap) - 1)


def heap_pop(heap: Any) -> Any:
    """heapq.heappop."""
    last = heap.pop()
    if len(heap) == 0:
        return last
    found = heap[0]
    heap[0] = last
    sink(heap, 0)
    return found


def heapify(heap: Any) -> None:
    """heapq.heapify."""
    for place in range(len(heap) // 2 - 1, -1, -1):
        sink(heap, place)


def rise(heap: Any, begin: int, place: int) -> None:
    """Move an item of a heap up to its place, as heapq does."""
    item = heap[place]
    while place > begin:
        parent = (place - 1) >> 1
        if not item < heap[parent]:
            break
        heap[place] = heap[parent]
        place = parent
    heap[place] = item


def sink(heap: Any, begin: int) -> None:
    """Move an item of a heap to the bottom and up from there, as heapq does."""
    item, place, child = heap[begin], begin, 2 * begin + 1
    while child < len(heap):
        if child + 1 < len(heap) and not heap[child] < heap[child + 1]:
            child += 1
        heap[place] = heap[child]
        place = child
        child = 2 * place + 1
    heap[place] = item
    rise(heap, begin, place)


def place_left(values: Any, item: Any) -> int:
    """bisect.bisect_left."""
    low, high = 0, len(values)
    while low < high:
        middle = (low + high) // 2
        if values[middle] < item:
            low = middle + 1
        else:
            high = middle
    return low


def place_right(values: Any, item: Any) -> int:
    """bisect.bisect."""
    low, high = 0, len(values)
    while low < high:
        middle = (low + high) // 2
        if item < values[middle]:
            high = middle
        else:
            low = middle + 1
    return low


def put_right(values: Any, item: Any) -> None:
    """bisect.insort."""
    insert(values, place_right(values, item), item)


# --- choices ----------------------------------------------------------------------------------------------------------


def products(values: Any, times: int) -> Any:
    """itertools.product of one iterable, with repeat."""
    if times < 0:
        raise ValueError("a negative number of times")
    found = [tuple(values[:0])]
    for _ in range(times):
        found = [(*row, value) for row in found for value in values]
    return found


def combinations(values: Any, size: int) -> Any:
    """itertools.combinations."""
    return [tuple([values[place] for place in each]) for each in places_chosen(len(values), size, 1)]


def combinations_again(values: Any, size: int) -> Any:
    """itertools.combinations_with_replacement."""
    return [tuple([values[place] for place in each]) for each in places_chosen(len(values), size, 0)]


def places_chosen(count: int, size: int, step: int) -> Any:
    """Return all rows of places in which each exceeds the previous one by at least `step`."""
    if size < 0:
        raise ValueError("a negative number of items")
    found = [tuple(range(0))]
    for _ in range(size):
        found = [(*row, place) for row in found for place in range(row[-1] + step if len(row) > 0 else 0, count)]
    return found


def permutations(values: Any, size: int) -> Any:
    """itertools.permutations."""
    if size < 0:
        raise ValueError("a negative number of items")
    found = [tuple(range(0))]
    for _ in range(size):
        found = [(*row, place) for row in found for place in range(len(values)) if place not in row]
    return [tuple([values[place] for place in each]) for each in found]


# --- numbers ----------------------------------------------------------------------------------------------------------


def whole_root(number: int) -> int:
    """math.isqrt."""
    if number < 0:
        raise ValueError("isqrt() argument must be nonnegative")
    low, high = 0, (1 << (number.bit_length() + 1) // 2) - 1
    while low < high:
        middle = (low + high + 1) // 2
        if middle <= number // middle:
            low = middle
        else:
            high = middle - 1
    return low


def choices(count: int, size: int) -> int:
    """math.comb."""
    if count < 0 or size < 0:
        raise ValueError("comb of a negative number")
    if size > count:
        return 0
    found = 1
    for step in range(1, min(size, count - size) + 1):
        found = found * (count - step + 1) // step
    return found


def orders(count: int, size: int) -> int:
    """math.perm."""
    if count < 0 or size < 0:
        raise ValueError("perm of a negative number")
    found = 1
    for step in range(size):
        found *= count - step
        if found == 0:
            return 0
    return found


def factorial(number: int) -> int:
    """math.factorial."""
    if number < 0:
        raise ValueError("factorial() not defined for negative values")
    found = 1
    for step in range(2, number + 1):
        found *= step
    return found


def common_multiple(one: int, other: int) -> int:
    """math.lcm of two ints."""
    return 0 if one == 0 or other == 0 else abs(one // divisor(one, other) * other)


def power_within(base: int, exponent: int, modulus: int) -> int:
    """Pow with three arguments; a negative exponent is an error here."""
    if modulus == 0:
        raise ValueError("pow() 3rd argument cannot be 0")
    if exponent < 0:
        raise OverflowError("pow with a negative exponent and a modulus")
    found, square = 1 % modulus, base % modulus
    while exponent > 0:
        if exponent & 1:
            found = found * square % modulus
        exponent >>= 1
        if exponent > 0:
            square = square * square % modulus
    return found


def number_in_base(written: str, base: int) -> int:
    """Int of a string in a base from 2 to 36, without its prefix."""
    text = text_strip(written, BLANKS, True, True)
    found, place, digits = 0, 0, 0
    negative = len(text) > 0 and text[0] == "-"
    if len(text) > 0 and (text[0] == "-" or text[0] == "+"):
        place = 1
    if base < 2 or base > 36:
        raise ValueError("int in a base below 2 or above 36")
    while place < len(text):
        if ord(text[place]) > 127:
            raise OverflowError("digits of another script")
        digit = DIGITS.find(text[place].lower())
        if text[place] == "_" and digits > 0 and place + 1 < len(text) and text[place + 1] != "_":
            place += 1
            continue
        if digit < 0 or digit >= base:
            raise ValueError("int of a text that is not a number")
        found = base * found + digit
        digits += 1
        place += 1
    if digits == 0:
        raise ValueError("int of a text that is not a number")
    return -found if negative else found


def digits_of(number: int, base: int, letters: str) -> Any:
    """Return an int in a base, as a list of characters."""
    found = ["0"][:0]
    left = -number if number < 0 else number
    while left > 0 or len(found) == 0:
        found.append(letters[left % base])
        left //= base
    if number < 0:
        found.append("-")
    turn(found)
    return found

"""Messages to and from a worker process: a length, then what pickle makes. Reading never waits for the rest of one."""

import pickle
import socket
import struct
from typing import Any

HEAD = struct.Struct("!Q")
PIECE = 1 << 16


def frame(message: Any) -> bytes:
    """Return a message as it is sent."""
    body = pickle.dumps(message)
    return HEAD.pack(len(body)) + body


class Frames:
    """The messages that come out of a socket that does not wait.

    ended: nobody will write any more
    """

    def __init__(self, source: socket.socket) -> None:
        self._source = source
        self._unread = bytearray()
        self.ended = False

    def read(self) -> list[Any]:
        """Return the messages that have come as a whole."""
        while not self.ended:
            try:
                piece = self._source.recv(PIECE)
            except BlockingIOError:
                break
            except OSError:  # reset: the other end was killed
                piece = b""
            self.ended = not piece
            self._unread += piece
            if len(piece) < PIECE:
                break
        return list(self._whole())

    def _whole(self) -> list[Any]:
        found, place = [], 0
        while len(self._unread) - place >= HEAD.size:
            (length,) = HEAD.unpack_from(self._unread, place)
            end = place + HEAD.size + length
            if len(self._unread) < end:
                break
            found.append(pickle.loads(self._unread[place + HEAD.size : end]))
            place = end
        del self._unread[:place]
        return found

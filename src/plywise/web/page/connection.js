/**
 * The connection to the server: each request is answered once; a lost connection comes back by itself.
 *
 * What was asked while there is no connection waits. A request that was sent but not answered is sent again only where
 * that can do no harm (`again`): a move carries its ply, so the server plays it once.
 */

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000; // milliseconds

export class Connection {
  /**
   * @param {string} address of the WebSocket
   * @param {{onEvent: (message: Object) => void, onState: (state: 'open'|'lost', again: number) => void,
   *   onOpen: () => Promise<void>}} listeners onOpen: before anything that waits is sent
   */
  constructor(address, listeners) {
    Object.assign(this, { address, ...listeners });
    this.number = 0;
    this.waiting = new Map(); // id -> {message, resolve, reject, again, sent}
    this.wait = FIRST_WAIT;
    this.connect();
    addEventListener('online', () => this.reconnectNow());
  }

  connect() {
    clearTimeout(this.timer);
    const socket = new WebSocket(this.address);
    this.socket = socket;
    this.ready = false;
    socket.addEventListener('open', () => this.opened(socket));
    socket.addEventListener('message', ({ data }) => this.receive(JSON.parse(data)));
    socket.addEventListener('close', () => this.closed(socket));
  }

  async opened(socket) {
    this.wait = FIRST_WAIT;
    this.onState('open');
    await this.onOpen();
    if (socket !== this.socket) return;
    this.ready = true;
    for (const one of this.waiting.values()) this.send(one);
  }

  closed(socket) {
    if (socket !== this.socket) return;
    this.ready = false;
    for (const [id, one] of this.waiting) {
      if (!one.sent || one.again) one.sent = false;
      else {
        this.waiting.delete(id);
        one.reject(new Error('The connection was lost before the server answered.'));
      }
    }
    this.onState('lost');
    this.timer = setTimeout(() => this.connect(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  reconnectNow() {
    if (this.socket.readyState === WebSocket.CLOSED) this.connect();
  }

  /**
   * Ask the server.
   * @param {string} what `do` of the protocol
   * @param {Object} [fields]
   * @param {{again?: boolean, first?: boolean}} [how] again: may be sent twice; first: before what waits
   * @returns {Promise<Object>} the answer; rejects with the server's line
   */
  ask(what, fields = {}, { again = false, first = false } = {}) {
    this.number += 1;
    const message = { id: this.number, do: what, ...fields };
    return new Promise((resolve, reject) => {
      const one = { message, resolve, reject, again, sent: false };
      this.waiting.set(message.id, one);
      if (this.ready || (first && this.socket.readyState === WebSocket.OPEN)) this.send(one);
    });
  }

  send(one) {
    if (one.sent || this.socket.readyState !== WebSocket.OPEN) return;
    one.sent = true;
    this.socket.send(JSON.stringify(one.message));
  }

  receive(message) {
    const one = this.waiting.get(message.id);
    if (message.event) this.onEvent(message);
    else if (one) {
      this.waiting.delete(message.id);
      if (message.error) one.reject(new Error(message.error));
      else one.resolve(message);
    } else if (message.error) this.onEvent({ event: 'failure', text: message.error });
  }
}

/** Return the address of the server's WebSocket for this page: its token goes with it, and a name for this tab. */
export function socketAddress() {
  const address = new URL('ws', location.href);
  address.hash = '';
  address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
  address.searchParams.set('session', tabName());
  return address.href;
}

function tabName() {
  let name = sessionStorage.getItem('session');
  if (!name) {
    name = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    sessionStorage.setItem('session', name);
  }
  return name;
}

// @ts-check
/**
 * Connection: the socket to a table, which reconnects by itself.
 *
 * This module does not know what the messages mean.
 */

/** @typedef {{code: string, message: string}} Problem */
/**
 * @typedef {object} Listening
 * @property {(table: any) => void} table called with what may be seen, after every change
 * @property {(isOpen: boolean) => void} state called when the connection opens or breaks
 * @property {(problem: Problem) => void} refused called when the server closes the connection, with the reason
 */

const FIRST_WAIT = 500; // milliseconds before the second try; each further one waits twice as long as the one before
const LONGEST_WAIT = 15_000;

export class Connection {
  /**
   * @param {string} table
   * @param {string | null} secret
   * @param {Listening} listening
   */
  constructor(table, secret, listening) {
    this.table = table;
    this.secret = secret;
    this.listening = listening;
    this.count = 0;
    this.wait = FIRST_WAIT;
    this.isEnded = false;
    /** @type {Map<number, {resolve: (done: any) => void, reject: (problem: Problem) => void}>} */
    this.asked = new Map();
    this.socket = this.open();
    addEventListener("online", () => this.again());
  }

  open() {
    const address = new URL(`/api/tables/${encodeURIComponent(this.table)}/socket`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    socket.addEventListener("open", () => {
      socket.send(JSON.stringify({ do: "hello", secret: this.secret }));
      this.wait = FIRST_WAIT;
      this.listening.state(true);
    });
    socket.addEventListener("message", ({ data }) => this.take(JSON.parse(data)));
    socket.addEventListener("close", () => this.broke());
    return socket;
  }

  /** @param {{id?: number, table?: any, done?: any, error?: Problem, closed?: boolean}} message */
  take(message) {
    if (message.table) this.listening.table(message.table);
    if (message.closed && message.error) {
      this.isEnded = message.error.code === "secret" || message.error.code === "no-table";
      this.listening.refused(message.error);
    }
    const asked = this.asked.get(message.id ?? -1);
    if (!asked) return;
    this.asked.delete(message.id ?? -1);
    if (message.error) asked.reject(message.error);
    else asked.resolve(message.done);
  }

  broke() {
    const lost = { code: "lost", message: "The connection was lost before the answer came. Check whether your move was made." };
    for (const { reject } of this.asked.values()) reject(lost);
    this.asked.clear();
    if (this.isEnded) return;
    this.listening.state(false);
    setTimeout(() => this.again(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  again() {
    if (!this.isEnded && this.socket.readyState === WebSocket.CLOSED) this.socket = this.open();
  }

  /** Reconnect with another secret. @param {string | null} secret */
  become(secret) {
    this.secret = secret;
    this.isEnded = false;
    this.wait = 0;
    if (this.socket.readyState === WebSocket.CLOSED) this.again();
    else this.socket.close();
  }

  /**
   * Send a request and return the server's answer; throws a `Problem` if the server refuses.
   * @param {string} what
   * @param {Record<string, unknown>} [more]
   * @returns {Promise<any>}
   */
  do(what, more = {}) {
    return new Promise((resolve, reject) => {
      if (this.socket.readyState !== WebSocket.OPEN) {
        reject({ code: "offline", message: "Not connected to the table. Trying again…" });
        return;
      }
      const id = ++this.count;
      this.asked.set(id, { resolve, reject });
      this.socket.send(JSON.stringify({ id, do: what, ...more }));
    });
  }
}

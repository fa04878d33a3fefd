// @ts-check
/**
 * Connection: requests to the studio over one socket, answered in parts and at the end.
 *
 * A lost socket is reopened, with growing pauses; pending requests fail with the code `lost`.
 *
 * This module does not know the contents of requests.
 */

/** @typedef {{resolve: (answer: any) => void, reject: (error: RequestError) => void, part: (part: any) => void}} Waiting */

const FIRST_PAUSE = 250; // milliseconds
const LONGEST_PAUSE = 8000;

/** The reason why a request has no answer. */
export class RequestError extends Error {
  /** @param {{code: string, message: string}} error */
  constructor({ code, message }) {
    super(message);
    this.code = code;
  }
}

export class Connection {
  /**
   * @param {string} name of the document
   * @param {{opened: () => void, lost: () => void}} told
   */
  constructor(name, told) {
    this.address = `${location.origin.replace(/^http/, "ws")}/api/workshop?name=${encodeURIComponent(name)}`;
    this.told = told;
    /** @type {Map<number, Waiting>} */
    this.waiting = new Map();
    this.last = 0;
    this.pause = FIRST_PAUSE;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.open();
  }

  open() {
    const socket = new WebSocket(this.address);
    socket.addEventListener("open", () => {
      this.socket = socket;
      this.pause = FIRST_PAUSE;
      this.told.opened();
    });
    socket.addEventListener("message", ({ data }) => this.take(JSON.parse(data)));
    socket.addEventListener("close", () => {
      this.socket = null;
      for (const { reject } of this.waiting.values()) reject(new RequestError({ code: "lost", message: "not connected" }));
      this.waiting.clear();
      this.told.lost();
      setTimeout(() => this.open(), this.pause);
      this.pause = Math.min(2 * this.pause, LONGEST_PAUSE);
    });
  }

  /** @param {{id: number, part?: any, answer?: any, error?: {code: string, message: string}}} message */
  take({ id, part, answer, error }) {
    const waiting = this.waiting.get(id);
    if (!waiting) return;
    if (part !== undefined) {
      waiting.part(part);
      return;
    }
    this.waiting.delete(id);
    if (error) waiting.reject(new RequestError(error));
    else waiting.resolve(answer);
  }

  /**
   * Send a request and return its answer; *part* is called with each part. The number of the request is `last`.
   * @param {string} what
   * @param {Record<string, unknown>} [fields]
   * @param {(part: any) => void} [part]
   * @returns {Promise<any>}
   */
  ask(what, fields = {}, part = () => {}) {
    if (!this.socket) return Promise.reject(new RequestError({ code: "lost", message: "not connected" }));
    const id = ++this.last;
    this.socket.send(JSON.stringify({ ...fields, id, do: what }));
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject, part }));
  }

  /** Cancel a request. @param {number} id */
  stop(id) {
    this.socket?.send(JSON.stringify({ do: "stop", id }));
  }
}

// Connection: messages of the Language Server Protocol to a process and back, over its standard input and output.
"use strict";

const { spawn } = require("node:child_process");

const HEAD_END = "\r\n\r\n";

class Connection {
  /**
   * @param {string} command the program to start
   * @param {string[]} args its arguments
   * @param {(method: string, params: any) => void} notified called with each notification of the server
   */
  constructor(command, args, notified) {
    this.notified = notified;
    this.next = 1;
    /** @type {Map<number, {resolve: (value: any) => void, reject: (reason: Error) => void}>} */
    this.waiting = new Map();
    this.received = Buffer.alloc(0);
    this.process = spawn(command, args, { stdio: ["pipe", "pipe", "ignore"] });
    this.process.on("error", (error) => this.fail(error));
    this.process.on("exit", (code) => this.fail(new Error(`the server has ended with status ${code}`)));
    this.process.stdin.on("error", () => {}); // reported by the event `exit`
    this.process.stdout.on("data", (data) => this.receive(data));
  }

  /** @param {Error} error */
  fail(error) {
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }

  /** @param {Buffer} data */
  receive(data) {
    this.received = Buffer.concat([this.received, data]);
    for (;;) {
      const head = this.received.indexOf(HEAD_END);
      const length = head < 0 ? null : /content-length: *(\d+)/i.exec(this.received.toString("ascii", 0, head));
      if (!length) return;
      const start = head + HEAD_END.length;
      const end = start + Number(length[1]);
      if (this.received.length < end) return;
      const message = JSON.parse(this.received.toString("utf8", start, end));
      this.received = this.received.subarray(end);
      this.take(message);
    }
  }

  /** @param {any} message */
  take(message) {
    if (message.method !== undefined && message.id !== undefined) {
      this.send({ id: message.id, result: null }); // requests of the server are not supported
    } else if (message.method !== undefined) {
      this.notified(message.method, message.params);
    } else {
      const asked = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      if (message.error) asked?.reject(new Error(message.error.message));
      else asked?.resolve(message.result);
    }
  }

  /** @param {any} message */
  send(message) {
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }), "utf8");
    this.process.stdin.write(`Content-Length: ${body.length}${HEAD_END}`);
    this.process.stdin.write(body);
  }

  /** @param {string} method @param {any} params @returns {Promise<any>} */
  request(method, params) {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.send({ id, method, params });
    });
  }

  /** @param {string} method @param {any} params */
  notify(method, params) {
    this.send({ method, params });
  }

  /** End the server: its input ends, and it is told to stop. */
  stop() {
    this.process.stdin.end();
    this.process.kill();
  }
}

exports.Connection = Connection;

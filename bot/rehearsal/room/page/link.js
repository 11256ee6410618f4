// The connection to the room: what this window asks, what it is told, and coming back after the connection is lost.

const FIRST_WAIT = 300; // milliseconds
const LONGEST_WAIT = 4000;

export class Refused extends Error {}

export class Link {
  constructor(as, hear) {
    this.as = as;
    this.hear = hear;
    this.waiting = new Map();
    this.number = 0;
    this.wait = FIRST_WAIT;
    this.connect();
  }

  connect() {
    const address = new URL("/live", location.href);
    address.protocol = "ws:";
    if (this.as) address.searchParams.set("as", this.as);
    this.socket = new WebSocket(address);
    this.socket.addEventListener("message", (event) => this.heard(JSON.parse(event.data)));
    this.socket.addEventListener("close", () => this.lost());
  }

  heard(frame) {
    this.wait = FIRST_WAIT;
    if (frame.what === "nobody") this.as = null;
    const asked = this.waiting.get(frame.nr);
    if (asked === undefined) {
      this.hear(frame);
      return;
    }
    this.waiting.delete(frame.nr);
    if (frame.what === "done") asked.resolve(frame);
    else asked.reject(new Refused(frame.why));
  }

  lost() {
    for (const asked of this.waiting.values()) asked.reject(new Refused("The connection to the room is lost."));
    this.waiting.clear();
    if (this.as === null) return;
    this.hear({ what: "lost" });
    setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  // Ask for something: a promise of the answer. Rejects with Refused, whose message is for the person.
  ask(what, fields = {}) {
    if (this.socket.readyState !== WebSocket.OPEN) {
      return Promise.reject(new Refused("The connection to the room is lost."));
    }
    this.number += 1;
    const nr = this.number;
    this.socket.send(JSON.stringify({ do: what, nr, ...fields }));
    return new Promise((resolve, reject) => this.waiting.set(nr, { resolve, reject }));
  }
}

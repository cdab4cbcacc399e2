// Where the table is: beside the rules, in the same browser. A server has another file of this name.

export const table = "here";
export const isBig = false;

class Port { // is to the table what a connection to a server is
  constructor() {
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    this.readyState = 0;
    port1.onmessage = (event) => this.onmessage({ data: event.data });
    parent.postMessage({ is: "seat" }, location.origin, [port2]);
    setTimeout(() => { this.readyState = 1; this.onopen(); });
  }

  send(text) { this.port.postMessage(text); }

  close() { this.readyState = 3; this.port.close(); }
}

export function connect() { return new Port(); }
export function arrived() {}
export function invite() { return []; }
export function bigScreen() { return null; }
export function newTable() { return null; }

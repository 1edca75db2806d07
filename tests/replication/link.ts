import { connect, createServer, type Server, type Socket } from 'node:net';

/** A wire between two ports that can be cut and stalled, as networks are. */
export class Link {
  readonly port: number;
  readonly #server: Server;
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  #isCut = false;
  #isStalled = false;

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.port = port;
  }

  static async to(target: () => number): Promise<Link> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const link = new Link(server, typeof address === 'object' && address !== null ? address.port : 0);
    server.on('connection', (socket) => link.#join(socket, target()));
    return link;
  }

  #join(here: Socket, port: number): void {
    if (this.#isCut) {
      here.destroy();
      return;
    }
    const there = connect(port, '127.0.0.1');
    const pair = [here, there] as const;
    this.#pairs.add(pair);
    for (const [from, to] of [pair, [there, here] as const]) {
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        to.destroy();
        this.#pairs.delete(pair);
      });
    }
    if (this.#isStalled) this.#hold(pair);
  }

  #hold(pair: readonly [Socket, Socket]): void {
    for (const socket of pair) {
      socket.unpipe();
      socket.pause();
    }
  }

  /** Ends all connections, and lets none in until `mend`. */
  cut(): void {
    this.#isCut = true;
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy();
  }

  /** Nothing goes through, and nobody is told. */
  stall(): void {
    this.#isStalled = true;
    for (const pair of this.#pairs) this.#hold(pair);
  }

  mend(): void {
    this.#isCut = false;
    this.#isStalled = false;
    for (const [here, there] of this.#pairs) {
      here.pipe(there);
      there.pipe(here);
    }
  }

  close(): void {
    this.cut();
    this.#server.close();
  }
}

import { FakeClock, SeededRandom } from '@sextant/base/testing';
import { SimulatedMachine } from './simulated-machine.ts';
import { SimulatedNetwork } from './simulated-network.ts';

/** Turns of the event loop after which nothing is under way that waits for neither time nor a message. */
const TURNS = 8;

/** Two machines, the network between them, and the time of all. */
export class SimulatedWorld {
  readonly random: SeededRandom;
  readonly network: SimulatedNetwork;
  readonly leader: SimulatedMachine;
  readonly follower: SimulatedMachine;
  readonly #clock = new FakeClock();

  constructor(seed: number) {
    this.random = new SeededRandom(seed);
    this.network = new SimulatedNetwork(new SeededRandom(this.random.uint32()), this.#clock);
    const machine = (name: string) =>
      new SimulatedMachine(name, new SeededRandom(this.random.uint32()), this.network);
    this.leader = machine('leader');
    this.follower = machine('follower');
  }

  get machines(): readonly SimulatedMachine[] {
    return [this.leader, this.follower];
  }

  async settle(): Promise<void> {
    for (let turn = 0; turn < TURNS; turn++) await new Promise((resolve) => setImmediate(resolve));
    // A disk that stops in the middle of an operation stops its machine.
    for (const machine of this.machines) machine.noticeStop();
  }

  /** Lets time pass, from one thing that is due to the next. */
  async pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; ) left -= await this.#next(left);
    await this.settle();
  }

  /** At most `mostMs`; answers how long it was. */
  async #next(mostMs: number): Promise<number> {
    await this.settle();
    const clocks = [this.#clock, ...this.machines.flatMap(({ clock }) => clock ?? [])];
    const ms = Math.min(mostMs, ...clocks.map(({ nextTimerMs }) => nextTimerMs ?? mostMs));
    for (const clock of clocks) clock.advance(ms);
    for (const machine of this.machines) machine.passDown(ms);
    return ms;
  }

  /** Lets time pass until the work is done; `gone` when that takes longer, as where its machine has stopped. */
  async until<T>(work: Promise<T>, mostMs: number): Promise<Outcome<T>> {
    let outcome: Outcome<T> | undefined;
    work.then(
      (value) => (outcome = { kind: 'done', value }),
      (error: unknown) => (outcome = { kind: 'failed', error }),
    );
    await this.settle();
    for (let left = mostMs; left > 0 && outcome === undefined; ) left -= await this.#next(left);
    return outcome ?? { kind: 'gone' };
  }
}

export type Outcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'gone' };

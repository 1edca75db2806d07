import { assert } from '@sextant/base';
import { ApiError } from '@sextant/contract';
import { FOLLOWER_INDEX, IDS, LEADER_INDEX, ReplicationChecks } from './replication-checks.ts';
import type { SimulatedMachine } from './simulated-machine.ts';
import { fairWeather } from './simulated-network.ts';
import { SimulatedWorld } from './simulated-world.ts';
import { batchOf, type PlainWrite } from './write-batch.ts';

const HOUR_MS = 3_600_000;
/** A call that was lost in the last moment, the longest pause after it, and that of a shard that the disk has failed. */
const BOUND_MS = 90_000 + 60_000 + 60_000;
/** Settings, mapping and aliases: their interval, and the pause and the call before it. */
const METADATA_MS = 60_000 + BOUND_MS;
/** No more is needed of whoever does what the documentation says. */
const REMEDIES = 4;

type Remedy = 'remedy: start' | 'remedy: stop' | 'remedy: delete' | 'remedy: resume';

interface Event {
  readonly name: string;
  readonly weight: number;
  readonly run: () => unknown;
}

/** A leader, a follower and what happens to them, all of it from one seed. */
export class ReplicationSimulation {
  readonly #world: SimulatedWorld;
  readonly #checks: ReplicationChecks;
  readonly #events: readonly Event[];
  readonly #durability: 'request' | 'async';
  #written = 0;
  /** What happened, for whoever looks for a cause. */
  readonly trace: string[] = [];
  readonly counts = new Map<string, number>();

  constructor(seed: number) {
    this.#world = new SimulatedWorld(seed);
    const { leader, follower, random } = this.#world;
    this.#checks = new ReplicationChecks(leader, follower);
    this.#durability = random.float() < 0.25 ? 'async' : 'request';
    this.#events = [...this.#ofLeader(), ...this.#ofOperator(), ...this.#ofMachines()];
  }

  /** Throws where something does not hold. */
  async run(steps: number): Promise<void> {
    const { leader, follower, random } = this.#world;
    await leader.start();
    await follower.start();
    await this.#createLeader();
    await this.#write();
    for (let step = 0; step < steps; step++) {
      await this.#happen(this.#pick());
      await this.#world.pass(random.float() < 0.85 ? random.below(400) : random.below(20_000));
      await this.#look();
    }
    await this.#heal();
    await this.#becomeSame();
  }

  /** The last that the machines have logged. */
  get log(): string {
    const lines = this.#world.machines.flatMap(({ name, log }) =>
      log.entries
        .slice(-20)
        .map(({ level, message, fields }) => `${name} ${level} ${message} ${String(fields.error ?? '')}`),
    );
    return lines.join('\n');
  }

  get prefixes(): number {
    return this.#checks.prefixes;
  }

  #note(text: string): void {
    this.trace.push(text);
    this.counts.set(text, (this.counts.get(text) ?? 0) + 1);
  }

  #pick(): Event {
    const { random } = this.#world;
    let roll = random.float() * this.#events.reduce((sum, { weight }) => sum + weight, 0);
    for (const event of this.#events) {
      roll -= event.weight;
      if (roll < 0) return event;
    }
    return this.#events[0]!;
  }

  async #happen({ name, run }: Event): Promise<void> {
    this.#note(name);
    await run();
  }

  async #look(): Promise<void> {
    if (this.#durability === 'async' && this.#world.random.float() < 0.7) return;
    await this.#checks.readLeader();
    await this.#checks.check();
  }

  // What happens to the leader index.

  #ofLeader(): Event[] {
    const { random } = this.#world;
    const ifThere = (action: () => Promise<unknown>) => () => this.#onLeader(action);
    const engine = () => this.#world.leader.life.engine;
    return [
      { name: 'write', weight: 40, run: () => this.#write() },
      { name: 'write much', weight: 3, run: () => this.#writeMuch() },
      { name: 'refresh', weight: 3, run: ifThere(() => engine().refresh(LEADER_INDEX)) },
      { name: 'flush', weight: 4, run: ifThere(() => engine().flush(LEADER_INDEX, { force: true })) },
      {
        name: 'merge',
        weight: 2,
        run: ifThere(() => engine().forceMerge(LEADER_INDEX, { maxNumSegments: 1 })),
      },
      { name: 'close leader index', weight: 0.5, run: ifThere(() => engine().closeIndex(LEADER_INDEX)) },
      { name: 'open leader index', weight: 2, run: ifThere(() => engine().openIndex(LEADER_INDEX)) },
      { name: 'delete leader index', weight: 0.4, run: ifThere(() => engine().deleteIndex(LEADER_INDEX)) },
      { name: 'create leader index', weight: 2, run: () => this.#createLeader() },
      {
        name: 'change settings',
        weight: 1,
        run: ifThere(() => {
          const settings = { 'index.refresh_interval': `${1 + random.below(9)}s` };
          return engine().updateMetadata(new Map([[LEADER_INDEX, { settings }]]));
        }),
      },
    ];
  }

  async #onLeader(action: () => Promise<unknown>): Promise<void> {
    const { leader } = this.#world;
    if (leader.isUp && leader.life.engine.index(LEADER_INDEX) !== undefined) await this.#do(action());
  }

  /** It may be refused, and its machine may stop. */
  async #do(work: Promise<unknown>): Promise<string | undefined> {
    const outcome = await this.#world.until(work, 120_000);
    if (outcome.kind !== 'failed') return outcome.kind === 'gone' ? 'gone' : undefined;
    if (outcome.error instanceof ApiError) return outcome.error.message;
    const name = outcome.error instanceof Error ? outcome.error.name : '';
    assert(['MachineStopped', 'AbortError'].includes(name), `failed with ${String(outcome.error)}`);
    return name;
  }

  async #createLeader(): Promise<void> {
    const { leader, random } = this.#world;
    if (!leader.isUp || leader.life.engine.index(LEADER_INDEX) !== undefined) return;
    const settings = {
      'index.number_of_shards': String(1 + random.below(2)),
      'index.translog.durability': this.#durability,
      'index.translog.generation_threshold_size': random.float() < 0.5 ? '1kb' : '32mb',
      ...(random.float() < 0.2 ? { 'index.replication.translog.retention_size': '3kb' } : {}),
    };
    await this.#do(
      leader.life.engine.createIndex({ name: LEADER_INDEX, settings, mappings: {}, aliases: {} }),
    );
  }

  #write(): Promise<void> {
    return this.#onLeader(() => {
      const { random, leader } = this.#world;
      const count = 1 + random.below(6);
      const writes = Array.from({ length: count }, () => this.#document());
      return leader.life.engine.write(batchOf(LEADER_INDEX, writes));
    });
  }

  #writeMuch(): Promise<void> {
    return this.#onLeader(() => {
      const writes = Array.from({ length: 200 }, () => this.#document());
      return this.#world.leader.life.engine.write(batchOf(LEADER_INDEX, writes));
    });
  }

  #document(): PlainWrite {
    const { random } = this.#world;
    const id = random.pick(IDS);
    if (random.float() < 0.2) return { id, body: null };
    const n = this.#written++;
    const field = random.float() < 0.05 ? { [`field${random.below(20)}`]: { inner: `text ${n}` } } : {};
    return { id, body: { n, ...field } };
  }

  // What an operator does on the following cluster.

  #ofOperator(): Event[] {
    return [
      { name: 'start', weight: 6, run: () => this.#start() },
      { name: 'pause', weight: 1.5, run: () => this.#call('pause') },
      { name: 'resume', weight: 4, run: () => this.#call('resume') },
      { name: 'force resume', weight: 0.7, run: () => this.#call('force') },
      { name: 'stop', weight: 0.5, run: () => this.#stopAndDelete() },
    ];
  }

  async #start(): Promise<string | undefined> {
    const { follower, random } = this.#world;
    if (!follower.isUp) return 'down';
    const request = { leaderAlias: 'leader', leaderIndex: LEADER_INDEX, settings: {}, roles: undefined };
    const options = { waitForRestore: random.float() < 0.3, timeoutMs: 30_000 };
    return this.#do(follower.life.replication.start(FOLLOWER_INDEX, request, options));
  }

  async #call(call: 'pause' | 'resume' | 'force' | 'stop'): Promise<string | undefined> {
    const { follower } = this.#world;
    if (!follower.isUp) return 'down';
    const { replication } = follower.life;
    if (call === 'pause') return this.#do(replication.pause(FOLLOWER_INDEX, 'a while'));
    if (call === 'stop') return this.#do(replication.stop(FOLLOWER_INDEX));
    return this.#do(replication.resume(FOLLOWER_INDEX, { force: call === 'force' }));
  }

  async #stopAndDelete(): Promise<void> {
    const { follower } = this.#world;
    if ((await this.#call('stop')) !== undefined || !follower.isUp) return;
    const { engine } = follower.life;
    if (engine.index(FOLLOWER_INDEX) !== undefined) await this.#do(engine.deleteIndex(FOLLOWER_INDEX));
  }

  // What happens to machines and network.

  #ofMachines(): Event[] {
    const { random, network } = this.#world;
    const machine = (): SimulatedMachine => random.pick(this.#world.machines);
    const onDisk = (action: (machine: SimulatedMachine) => void) => () => {
      const one = machine();
      if (one.isUp) action(one);
    };
    const at = () => 1 + random.below(40);
    const hours = () => (random.float() - 0.5) * 2 * HOUR_MS;
    const storm = () => ({
      lost: random.float() * 0.2,
      cut: random.float() * 0.3,
      twice: random.float() * 0.2,
      delayMs: random.below(3000),
    });
    return [
      { name: 'crash', weight: 2, run: () => this.#crash(machine()) },
      { name: 'restart', weight: 1, run: () => this.#restart(machine()) },
      { name: 'up', weight: 6, run: () => this.#up() },
      {
        name: 'partition',
        weight: 2,
        run: () => {
          network.isPartitioned = true;
        },
      },
      {
        name: 'no partition',
        weight: 5,
        run: () => {
          network.isPartitioned = false;
        },
      },
      {
        name: 'storm',
        weight: 2,
        run: () => {
          network.weather = storm();
        },
      },
      {
        name: 'fair weather',
        weight: 3,
        run: () => {
          network.weather = fairWeather;
        },
      },
      {
        name: 'slow',
        weight: 1,
        run: () => {
          network.weather = { ...fairWeather, delayMs: 25_000 };
        },
      },
      {
        name: 'disk full',
        weight: 1,
        run: onDisk(({ life }) => {
          life.disk.full = true;
        }),
      },
      { name: 'disk has space', weight: 3, run: () => this.#space() },
      {
        name: 'disk fails',
        weight: 1,
        run: onDisk(({ life }) => life.disk.breakAt({ at: at(), kind: 'fail' })),
      },
      {
        name: 'power fails',
        weight: 1,
        run: onDisk(({ life }) => life.disk.breakAt({ at: at(), kind: 'stop' })),
      },
      { name: 'clock jumps', weight: 1, run: onDisk((one) => one.jump(hours())) },
      { name: 'minutes pass', weight: 2, run: () => this.#world.pass(120_000) },
      { name: 'hours pass', weight: 0.3, run: () => this.#world.pass(13 * HOUR_MS) },
    ];
  }

  async #crash(machine: SimulatedMachine): Promise<void> {
    if (machine.isUp) machine.crash();
  }

  async #restart(machine: SimulatedMachine): Promise<void> {
    if (!machine.isUp) return;
    await this.#do(machine.stop());
    if (machine.isUp) machine.crash();
    await this.#up();
  }

  async #up(): Promise<void> {
    for (const machine of this.#world.machines) if (!machine.isUp) await this.#do(machine.start());
    await this.#checks.readLeader(true);
  }

  #space(): void {
    for (const { isUp, life } of this.#world.machines) if (isUp) life.disk.full = false;
  }

  /** All trouble ends, and there is something to follow. */
  async #heal(): Promise<void> {
    const { network, leader } = this.#world;
    network.weather = fairWeather;
    network.isPartitioned = false;
    // First, so that no power failure that was on its way ends a machine again.
    for (const { life } of this.#world.machines) life.disk.mend();
    await this.#up();
    for (const { life } of this.#world.machines) life.disk.mend();
    await this.#createLeader();
    if (leader.life.engine.index(LEADER_INDEX)?.state === 'close') {
      await this.#do(leader.life.engine.openIndex(LEADER_INDEX));
    }
    await this.#world.pass(BOUND_MS);
  }

  /** What the documentation says leads out of each state. */
  async #becomeSame(): Promise<void> {
    for (let tries = 0; ; tries++) {
      const remedy = this.#remedy();
      if (remedy === undefined) break;
      assert(tries < REMEDIES, `nothing helps: ${this.#reason()}`);
      this.#note(remedy);
      await this.#remedies[remedy]();
      await this.#world.pass(BOUND_MS);
      await this.#look();
    }
    await this.#world.pass(METADATA_MS);
    await this.#checks.readLeader();
    await this.#checks.check();
    assert(this.#remedy() === undefined, `it has ended again: ${this.#reason()}`);
    await this.#checks.same();
  }

  #reason(): string {
    const record = this.#world.follower.life.replication.records().get(FOLLOWER_INDEX);
    return `${record?.state}: ${record?.reason}`;
  }

  readonly #remedies: Readonly<Record<Remedy, () => Promise<unknown>>> = {
    'remedy: start': () => this.#start(),
    'remedy: stop': () => this.#stopAndDelete(),
    'remedy: delete': async () => this.#do(this.#world.follower.life.engine.deleteIndex(FOLLOWER_INDEX)),
    'remedy: resume': async () => {
      const problem = await this.#call('resume');
      if (problem !== undefined) this.#note(`remedy: force resume after ${problem}`);
      if (problem !== undefined) await this.#call('force');
    },
  };

  #remedy(): Remedy | undefined {
    const { engine, replication } = this.#world.follower.life;
    const record = replication.records().get(FOLLOWER_INDEX);
    if (record?.state === 'RUNNING') return undefined;
    if (record?.state === 'FAILED') return 'remedy: stop';
    if (record?.state === 'PAUSED') return 'remedy: resume';
    return engine.index(FOLLOWER_INDEX) === undefined ? 'remedy: start' : 'remedy: delete';
  }
}

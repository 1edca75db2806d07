import { FakeClock, FaultyDisk, MemoryDisk, MemoryLog, SeededRandom } from '@sextant/base/testing';
import { type Engine, openEngine } from '@sextant/engine';
import { sectionFile } from '../../backend/embedded/cluster/section-store.ts';
import { settingsFile } from '../../backend/embedded/cluster/settings-store.ts';
import { nodeIdentity } from '../../backend/embedded/node-identity.ts';
import { Replication } from '../../backend/embedded/replication/replication.ts';
import { ClusterMetadata } from '../../cluster/metadata/cluster-metadata.ts';
import { ClusterSettings } from '../../cluster/settings/cluster-settings.ts';
import type { RemoteHandler } from '../../transport/remote-clusters.ts';
import type { SimulatedHost, SimulatedNetwork } from './simulated-network.ts';

interface Life extends SimulatedHost {
  isUp: boolean;
  readonly clock: FakeClock;
  readonly disk: FaultyDisk;
  readonly engine: Engine;
  readonly replication: Replication;
  readonly settings: ClusterSettings;
}

/** A cluster of one node, over a disk that outlives it; what it does is the product's. */
export class SimulatedMachine {
  readonly name: string;
  readonly log = new MemoryLog();
  readonly #memory = new MemoryDisk();
  readonly #random: SeededRandom;
  readonly #network: SimulatedNetwork;
  #life: Life | undefined;
  #nowMs = 1_700_000_000_000;

  constructor(name: string, random: SeededRandom, network: SimulatedNetwork) {
    this.name = name;
    this.#random = random;
    this.#network = network;
  }

  get isUp(): boolean {
    return this.#life?.isUp === true && !this.#life.disk.stopped;
  }

  get life(): Life {
    return this.#life!;
  }

  /** For timers; one that is down has none. */
  get clock(): FakeClock | undefined {
    return this.isUp ? this.#life?.clock : undefined;
  }

  async start(): Promise<void> {
    const disk = new FaultyDisk(this.#memory);
    const clock = new FakeClock(this.#nowMs);
    const { log } = this;
    const directory = '/data';
    const random = new SeededRandom(this.#random.uint32());
    const engine = await openEngine({ disk, directory, clock, random, log, threads: 'inline' });
    const identity = nodeIdentity(disk, directory, random);
    const settings = new ClusterSettings({
      store: settingsFile(disk, directory),
      ofStart: () => undefined,
      log,
    });
    const metadata = new ClusterMetadata(sectionFile(disk, directory));
    const context = { clock, engine, settings, log, metadata, identity, random, clusterName: this.name };
    let handlers: ReadonlyMap<string, RemoteHandler> = new Map();
    const replication: Replication = new Replication(
      context,
      (given) => {
        handlers = given;
        return this.#network.clustersOf(() => life);
      },
      undefined,
    );
    const { clusterUuid } = identity;
    const ofHost = { clusterName: this.name, clusterUuid, clock, isUp: true, handlers };
    const life: Life = { ...ofHost, disk, engine, replication, settings };
    this.#life = life;
    this.#network.connect(this.name, life);
    replication.begin();
  }

  /** The power is cut: what was not synced is gone, in part or whole. */
  crash(): void {
    const life = this.#life!;
    life.isUp = false;
    life.disk.halt();
    this.#nowMs = life.clock.now();
    this.#memory.crash(this.#random);
  }

  /** As an operator stops the service. */
  async stop(): Promise<void> {
    const life = this.#life!;
    this.#nowMs = life.clock.now();
    await life.replication.end();
    await life.engine.close();
    life.isUp = false;
    life.disk.halt();
  }

  /** Its clock goes otherwise than that of the world. */
  jump(ms: number): void {
    this.#life!.clock.setNow(this.#life!.clock.now() + ms);
  }

  /** While it is down time goes on. */
  passDown(ms: number): void {
    if (!this.isUp) this.#nowMs += ms;
  }

  noticeStop(): void {
    if (this.#life?.isUp === true && this.#life.disk.stopped) this.crash();
  }
}

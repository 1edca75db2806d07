import type { Clock, Disk, Log } from '@sextant/base';
import { bytesText } from '@sextant/contract';
import type { Engine, IndexMetadata, MetadataChange } from '@sextant/engine';
import type { ClusterSettings } from '../../cluster/settings/cluster-settings.ts';
import type { Schedule, Scheduler } from '../../tasks/scheduler.ts';
import { isSystemIndex } from '../system-index.ts';
import { bytesBeyond, indicesIn, moveFrom } from './disk-moves.ts';
import type { NodeIdentity } from './node-identity.ts';
import { type PathSpace, pathSpaces } from './nodes/data-space.ts';

interface DiskWatchParts {
  readonly engine: Engine;
  readonly disk: Disk;
  readonly directory: string;
  readonly settings: ClusterSettings;
  readonly identity: NodeIdentity;
  readonly nodeName: string;
  readonly clock: Clock;
  readonly log: Log;
}

const prefix = 'cluster.routing.allocation.disk.watermark';
const block = 'index.blocks.read_only_allow_delete';
/** A look that follows the start, when the first requests are answered. */
const firstLookMs = 1_000;
/** How many indices are changed together. */
const indicesAtOnce = 100;

type Mark = 'low' | 'high' | 'flood_stage';
/** Marks that can be passed, the least first. */
const marks: readonly Mark[] = ['low', 'high', 'flood_stage'];

/**
 * Looks at the space of each data path's disk. Beyond the flood stage every index with a shard there gets the block that allows
 * nothing but deletions; beyond the high mark a shard goes to a path with room, or, where there is none or it is the first
 * path, no index can be made; below the high mark both are taken back, as OpenSearch does. Beyond the low mark no new shard is
 * placed there. Indices of the service itself are never blocked: nobody could sign in.
 */
export class DiskWatch {
  readonly #parts: DiskWatchParts;
  /** How many of `marks` each path had passed when it was last looked. */
  #passed: ReadonlyMap<string, number> = new Map();
  /** The block of new indices is this one's. */
  #blocksCreation = false;

  constructor(parts: DiskWatchParts) {
    this.#parts = parts;
  }

  /** Begins to look, as often as `cluster.info.update.interval` says, and when a mark is changed. */
  begin(scheduler: Scheduler): Schedule {
    const { settings } = this.#parts;
    const everyMs = settings.get('cluster.info.update.interval');
    const schedule = scheduler.every('watch-disk', { everyMs, firstMs: firstLookMs }, () => this.look());
    settings.onChange('cluster.info.update.interval', ({ after }) => schedule.setEvery(after ?? everyMs));
    let isFirst = true;
    const changed = (): void => {
      if (!isFirst) schedule.runSoon();
    };
    for (const mark of marks) settings.onChange(`${prefix}.${mark}`, changed);
    settings.onChange('cluster.routing.allocation.disk.threshold_enabled', changed);
    isFirst = false;
    return schedule;
  }

  async look(): Promise<void> {
    const { settings, engine } = this.#parts;
    if (!settings.get('cluster.routing.allocation.disk.threshold_enabled')) return;
    const [home, ...further] = pathSpaces({ engine, node: this.#parts });
    if (home.totalBytes <= 0) return;
    const spaces = [home, ...further];
    const before = this.#passed;
    const passed = new Map(spaces.map((space) => [space.path, this.#passedBy(space)]));
    this.#passed = passed;
    for (const space of spaces) {
      const [now, then] = [passed.get(space.path)!, before.get(space.path) ?? 0];
      if (now !== then || now === marks.length) this.#tell(now, then, space);
    }
    const beyond = (count: number): PathSpace[] => spaces.filter(({ path }) => passed.get(path)! >= count);
    const high = beyond(2);
    if (further.length > 0) await engine.paths.setFull(beyond(1).map(({ path }) => path));
    this.#blockCreation(high.includes(home) || high.length === spaces.length);
    await this.#blockIn(beyond(3), home);
    await this.#releaseOutside(high, home);
    for (const space of high) {
      await moveFrom(
        space,
        spaces.filter(({ path }) => passed.get(path) === 0),
        this.#parts,
      );
    }
  }

  #passedBy(space: PathSpace): number {
    const { settings } = this.#parts;
    if (space.totalBytes <= 0) return 0;
    return marks.filter((mark) => bytesBeyond(settings.get(`${prefix}.${mark}`), space) > 0).length;
  }

  /** One line for the mark that is passed now, or for the one that no longer is. */
  #tell(passed: number, before: number, space: PathSpace): void {
    const place = this.#placeText(space);
    const at = (mark: Mark): string => `[${String(this.#parts.settings.text(`${prefix}.${mark}`))}]`;
    const { log } = this.#parts;
    if (passed === 3) {
      const outcome = 'all indices on this node will be marked read-only';
      log.log(
        'warn',
        'cluster.disk',
        `flood stage disk watermark ${at('flood_stage')} exceeded on ${place}, ${outcome}`,
      );
    } else if (passed === 2 && before < 2) {
      const outcome = 'no index can be made until there is more space';
      log.log('warn', 'cluster.disk', `high disk watermark ${at('high')} exceeded on ${place}, ${outcome}`);
    } else if (passed === 2) {
      const rest = `but high disk watermark ${at('high')} is still exceeded`;
      log.log(
        'info',
        'cluster.disk',
        `flood stage disk watermark ${at('flood_stage')} no longer exceeded on ${place}, ${rest}`,
      );
    } else if (passed === 1 && before === 0) {
      const outcome = 'replicas will not be assigned to this node';
      log.log('info', 'cluster.disk', `low disk watermark ${at('low')} exceeded on ${place}, ${outcome}`);
    } else if (passed === 1) {
      const rest = `but low disk watermark ${at('low')} is still exceeded`;
      log.log(
        'info',
        'cluster.disk',
        `high disk watermark ${at('high')} no longer exceeded on ${place}, ${rest}`,
      );
    } else {
      log.log('info', 'cluster.disk', `low disk watermark ${at('low')} no longer exceeded on ${place}`);
    }
  }

  /** `[node id][name][path] free: 76gb[30.1%]` */
  #placeText({ path, totalBytes, availableBytes }: PathSpace): string {
    const { identity, nodeName } = this.#parts;
    const percent = Math.floor((1000 * availableBytes) / totalBytes) / 10;
    return `[${identity.nodeId}][${nodeName}][${path}] free: ${bytesText(availableBytes)}[${percent}%]`;
  }

  /** Those with a shard in one of the paths; all, where the first one is among them: it holds what is known of every index. */
  async #blockIn(paths: readonly PathSpace[], home: PathSpace): Promise<void> {
    if (paths.length === 0) return;
    const there = await this.#indicesIn(paths, home);
    await this.#change(
      there.filter(({ settings }) => settings[block] !== 'true'),
      'true',
    );
  }

  async #releaseOutside(paths: readonly PathSpace[], home: PathSpace): Promise<void> {
    const { settings, log } = this.#parts;
    if (!settings.get('cluster.routing.allocation.disk.auto_release')) return;
    if (!this.#indices().some((index) => index.settings[block] === 'true')) return;
    const stay = new Set(await this.#indicesIn(paths, home));
    const blocked = this.#indices().filter((index) => index.settings[block] === 'true' && !stay.has(index));
    if (blocked.length === 0) return;
    const names = blocked.map(({ name }) => name).join(', ');
    log.log('info', 'cluster.disk', `releasing read-only-allow-delete block on indices: [${names}]`);
    await this.#change(blocked, null);
  }

  async #indicesIn(paths: readonly PathSpace[], home: PathSpace): Promise<readonly IndexMetadata[]> {
    if (paths.length === 0 || paths.includes(home)) return paths.length === 0 ? [] : this.#indices();
    const names = await indicesIn(this.#parts.engine, new Set(paths.map(({ path }) => path)));
    return this.#indices().filter(({ name }) => names.has(name));
  }

  #indices(): readonly IndexMetadata[] {
    return this.#parts.engine.indices().filter(({ name }) => !isSystemIndex(name));
  }

  /** What is deleted meanwhile needs no block. */
  async #change(indices: readonly IndexMetadata[], value: 'true' | null): Promise<void> {
    const { engine } = this.#parts;
    const change: MetadataChange = { settings: { [block]: value } };
    for (let at = 0; at < indices.length; at += indicesAtOnce) {
      const there = indices
        .slice(at, at + indicesAtOnce)
        .filter(({ name }) => engine.index(name) !== undefined);
      await engine.updateMetadata(new Map(there.map(({ name }) => [name, change])));
    }
  }

  /** A block that somebody has set stays his. */
  #blockCreation(wanted: boolean): void {
    const { settings } = this.#parts;
    const name = 'cluster.blocks.create_index';
    if (wanted && !settings.get(name)) {
      settings.update({ persistent: {}, transient: { [name]: 'true' } });
      this.#blocksCreation = true;
    } else if (!wanted && this.#blocksCreation && settings.get('cluster.blocks.create_index.auto_release')) {
      settings.update({ persistent: {}, transient: { [name]: null } });
      this.#blocksCreation = false;
    }
  }
}

import type { Clock, Disk, DiskSpace, Log } from '@sextant/base';
import { bytesText } from '@sextant/contract';
import type { Engine, IndexMetadata, MetadataChange } from '@sextant/engine';
import type { ClusterSettings } from '../../cluster/settings/cluster-settings.ts';
import type { Watermark } from '../../cluster/settings/setting-type.ts';
import type { Schedule, Scheduler } from '../../tasks/scheduler.ts';
import { isSystemIndex } from '../system-index.ts';
import type { NodeIdentity } from './node-identity.ts';

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
 * Looks at the space of the data folder's disk. Beyond the flood stage every index gets the block that allows nothing but
 * deletions, beyond the high mark no index can be made; below the high mark both are taken back, as OpenSearch does. Indices
 * of the service itself are never blocked: nobody could sign in.
 */
export class DiskWatch {
  readonly #parts: DiskWatchParts;
  /** How many of `marks` were passed when it was last looked. */
  #passed = 0;
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
    const { settings, disk, directory } = this.#parts;
    if (!settings.get('cluster.routing.allocation.disk.threshold_enabled')) return;
    const space = disk.space(directory);
    if (space.totalBytes <= 0) return;
    const passed = marks.filter((mark) => isPassed(settings.get(`${prefix}.${mark}`), space)).length;
    const before = this.#passed;
    this.#passed = passed;
    if (passed !== before || passed === marks.length) this.#tell(passed, before, space);
    this.#blockCreation(passed >= 2);
    if (passed === marks.length) await this.#block();
    else if (passed < 2) await this.#release();
  }

  /** One line for the mark that is passed now, or for the one that no longer is. */
  #tell(passed: number, before: number, space: DiskSpace): void {
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
  #placeText({ totalBytes, availableBytes }: DiskSpace): string {
    const { identity, nodeName, directory } = this.#parts;
    const percent = Math.floor((1000 * availableBytes) / totalBytes) / 10;
    return `[${identity.nodeId}][${nodeName}][${directory}] free: ${bytesText(availableBytes)}[${percent}%]`;
  }

  async #block(): Promise<void> {
    const free = this.#indices().filter(({ settings }) => settings[block] !== 'true');
    await this.#change(free, 'true');
  }

  async #release(): Promise<void> {
    const { settings, log } = this.#parts;
    if (!settings.get('cluster.routing.allocation.disk.auto_release')) return;
    const blocked = this.#indices().filter((index) => index.settings[block] === 'true');
    if (blocked.length === 0) return;
    const names = blocked.map(({ name }) => name).join(', ');
    log.log('info', 'cluster.disk', `releasing read-only-allow-delete block on indices: [${names}]`);
    await this.#change(blocked, null);
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

function isPassed(mark: Watermark, { totalBytes, availableBytes }: DiskSpace): boolean {
  if ('freeBytes' in mark) return availableBytes < mark.freeBytes;
  return (100 * (totalBytes - availableBytes)) / totalBytes > mark.usedPercent;
}

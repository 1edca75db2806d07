import type { LogLevel } from '@sextant/base';
import { loggersOf, withoutJava } from './java-loggers.ts';

/** Ascending; `off` is above all that can be logged. */
const ranks = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'off'] as const;
/** What a logger may be set to: `all` is the same as `trace`, and warnings of what is deprecated are of level warn. */
export type LoggerLevel = LogLevel | 'off' | 'all' | 'deprecation';

/** Lines of files of their own: neither the level of the start nor one of what stands above them in the name counts. */
const ownFiles: ReadonlyMap<string, number> = new Map([
  ['deprecation', rankOf('warn')],
  ['index.search.slowlog', rankOf('trace')],
  ['cluster.search.request.slowlog', rankOf('trace')],
  ['index.indexing.slowlog', rankOf('trace')],
]);

/** Interface names of what has another name here. */
const otherNames: ReadonlyMap<string, string> = new Map([['deprecation.level', 'deprecation']]);

/**
 * From which level on each part of the service is logged. A logger `http` stands for the components `http` and
 * `http.server`; the longest name that fits counts, and `_root` where none does. Loggers may be called as OpenSearch's
 * are (`org.opensearch.index.reindex`).
 */
export class LogLevels {
  readonly #start: LogLevel;
  readonly #least = new Map<string, number>();
  /** What was worked out for a component since the last change. */
  readonly #known = new Map<string, number>();
  #root: number;

  constructor(start: LogLevel) {
    this.#start = start;
    this.#root = rankOf(start);
  }

  /** undefined: as it was at the start. */
  set(logger: string, level: LoggerLevel | undefined): void {
    const short = withoutJava(logger);
    const name = otherNames.get(short) ?? short;
    this.#known.clear();
    if (name === '_root' || name === '') this.#root = rankOf(level ?? this.#start);
    else if (level === undefined) this.#least.delete(name);
    else this.#least.set(name, rankOf(level));
  }

  passes(level: LogLevel, component: string): boolean {
    let least = this.#known.get(component);
    if (least === undefined) {
      least = this.#leastOf(component);
      this.#known.set(component, least);
    }
    return rankOf(level) >= least;
  }

  #leastOf(component: string): number {
    let longest = '';
    for (const logger of loggersOf(component)) {
      for (let name = logger; name.length > longest.length; name = parentOf(name)) {
        if (this.#least.has(name)) longest = name;
        if (ownFiles.has(name)) return this.#least.get(longest) ?? ownFiles.get(name)!;
      }
    }
    return this.#least.get(longest) ?? this.#root;
  }
}

function rankOf(level: LoggerLevel): number {
  if (level === 'all') return 0;
  return ranks.indexOf(level === 'deprecation' ? 'warn' : level);
}

function parentOf(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf('.')));
}

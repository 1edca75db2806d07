import type { LogLevel } from '@sextant/base';

const levels: readonly LogLevel[] = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'];

/** How OpenSearch's loggers begin, which are called as its classes are. */
const javaPackage = /^org\.(?:opensearch|elasticsearch)\.?/;

/**
 * From which level on each part of the service is logged. A logger `http` stands for the components `http` and
 * `http.server`; the longest name that fits counts, and `_root` where none does.
 */
export class LogLevels {
  readonly #start: LogLevel;
  readonly #least = new Map<string, number>();
  #root: number;

  constructor(start: LogLevel) {
    this.#start = start;
    this.#root = levels.indexOf(start);
  }

  /** undefined: as it was at the start. */
  set(logger: string, level: LogLevel | undefined): void {
    const name = logger.replace(javaPackage, '');
    if (name === '_root' || name === '') this.#root = levels.indexOf(level ?? this.#start);
    else if (level === undefined) this.#least.delete(name);
    else this.#least.set(name, levels.indexOf(level));
  }

  passes(level: LogLevel, component: string): boolean {
    return levels.indexOf(level) >= this.#leastOf(component);
  }

  #leastOf(component: string): number {
    if (this.#least.size === 0) return this.#root;
    for (let name = component; name !== ''; name = name.slice(0, Math.max(0, name.lastIndexOf('.')))) {
      const own = this.#least.get(name);
      if (own !== undefined) return own;
    }
    return this.#root;
  }
}

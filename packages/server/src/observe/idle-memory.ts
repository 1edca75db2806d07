/** Work since the last release that makes another one worth its time. */
const workMsMin = 2_000;
/** Of one core. */
const quietShare = 0.05;
/** Looks in a row that must find the process quiet. */
const quietLooks = 2;

export interface IdleMemoryParts {
  /** Processor time of the whole process so far, in milliseconds. */
  readonly cpuMs: () => number;
  /** Monotonic milliseconds. */
  readonly nowMs: () => number;
  /** Gives spare memory back to the system. */
  readonly release: () => void;
}

/**
 * Has memory given back when the service has worked and then has little to do: V8 and the C library keep what was used at
 * the busiest moment, for the next one.
 */
export class IdleMemory {
  readonly #parts: IdleMemoryParts;
  #cpuMs: number;
  #atMs: number;
  #releasedAtCpuMs = 0;
  #quiet = 0;

  constructor(parts: IdleMemoryParts) {
    this.#parts = parts;
    this.#cpuMs = parts.cpuMs();
    this.#atMs = parts.nowMs();
  }

  /** To be called again and again, some seconds apart. */
  look(): void {
    const { cpuMs, nowMs, release } = this.#parts;
    const cpu = cpuMs();
    const at = nowMs();
    const isQuiet = cpu - this.#cpuMs < quietShare * (at - this.#atMs);
    this.#cpuMs = cpu;
    this.#atMs = at;
    this.#quiet = isQuiet ? this.#quiet + 1 : 0;
    if (this.#quiet < quietLooks || cpu - this.#releasedAtCpuMs < workMsMin) return;
    release();
    // What the release takes is no work that makes the next one worth it.
    this.#cpuMs = cpuMs();
    this.#releasedAtCpuMs = this.#cpuMs;
    this.#quiet = 0;
  }
}

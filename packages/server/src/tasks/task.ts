import type { Json, JsonMap } from '@sextant/contract';

/** What is known of a piece of work when it begins. */
export interface TaskStart {
  /** OpenSearch's name of what is done, `indices:data/read/search`. */
  readonly action: string;
  /** `transport`: asked for from outside; `direct`: a part of another task. */
  readonly type?: 'transport' | 'direct';
  readonly cancellable?: boolean;
  /** The caller's `X-Opaque-Id`. */
  readonly opaqueId?: string | undefined;
  readonly parent?: Task | undefined;
}

/** A task as it stood at one moment. */
export interface TaskInfo {
  /** Counted from the start of the process; with the node's id it makes the id of a task. */
  readonly number: number;
  readonly type: 'transport' | 'direct';
  readonly action: string;
  readonly description: string;
  readonly status: Json | undefined;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly runningNanos: number;
  readonly cancellable: boolean;
  /** Milliseconds since 1970; undefined where nobody cancelled it. */
  readonly cancelledAt: number | undefined;
  readonly parent: number | undefined;
  readonly opaqueId: string | undefined;
}

export interface TaskTime {
  readonly now: number;
  readonly nanos: number;
}

type Listener = () => void;

const nothing: readonly string[] = [];

/**
 * A piece of work under way. Every request is one, so its parts that few ask for (description, status, listeners) are made
 * when they are asked for.
 */
export class Task {
  readonly number: number;
  readonly type: 'transport' | 'direct';
  readonly action: string;
  readonly cancellable: boolean;
  readonly opaqueId: string | undefined;
  readonly parent: number | undefined;
  /** Its request may be answered before: it ends with its own work. For the registry alone. */
  outlivesRequest = false;
  readonly #startedAt: number;
  readonly #startedNanos: number;
  #describe: (() => string) | undefined;
  #status: (() => JsonMap) | undefined;
  #searched: readonly string[] = nothing;
  #cancelledAt: number | undefined;
  #reason: string | undefined;
  /** Of those that few have more than one of: a request may have thousands of parts, one after the other. */
  #onCancel: Listener | Set<Listener> | undefined;
  #onEnd: Listener[] | undefined;
  #ended = false;

  constructor(number: number, start: TaskStart, { now, nanos }: TaskTime) {
    this.number = number;
    this.type = start.type ?? 'transport';
    this.action = start.action;
    this.cancellable = start.cancellable ?? false;
    this.opaqueId = start.opaqueId;
    this.parent = start.parent?.number;
    this.#startedAt = now;
    this.#startedNanos = nanos;
  }

  /** What the work is about, for those who list tasks; computed only then. */
  describe(text: () => string): void {
    this.#describe = text;
  }

  /** How far the work is, for those who list tasks; computed only then. */
  reportsStatus(status: () => JsonMap): void {
    this.#status = status;
  }

  /** Counts in the figures of these indices (full names) until it ends. */
  searches(indices: readonly string[]): void {
    this.#searched = indices;
  }

  get searched(): readonly string[] {
    return this.#searched;
  }

  /** Why the work is to end early; undefined = it is not. */
  get cancelReason(): string | undefined {
    return this.#reason;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Asks the work to end. The first reason stays; what has ended or cannot be cancelled takes no notice. */
  cancel(reason: string, now: number): void {
    if (!this.cancellable || this.#reason !== undefined || this.#ended) return;
    this.#reason = reason;
    this.#cancelledAt = now;
    const listeners = this.#onCancel;
    this.#onCancel = undefined;
    if (typeof listeners === 'function') listeners();
    else for (const listener of listeners ?? []) listener();
  }

  /** Calls back once, when the work is to end: at once where it already is. `takeBack` takes it back. */
  onCancel(listener: Listener): void {
    if (this.#reason !== undefined) listener();
    else if (this.#onCancel === undefined) this.#onCancel = listener;
    else if (typeof this.#onCancel === 'function') this.#onCancel = new Set([this.#onCancel, listener]);
    else this.#onCancel.add(listener);
  }

  /** Takes back what `onCancel` was given. */
  takeBack(listener: Listener): void {
    if (this.#onCancel === listener) this.#onCancel = undefined;
    else if (typeof this.#onCancel === 'object') this.#onCancel.delete(listener);
  }

  /** Calls back once, when the work has ended: at once where it has. The returned function takes it back. */
  onEnd(listener: Listener): () => void {
    if (this.#ended) {
      listener();
      return () => {};
    }
    this.#onEnd ??= [];
    this.#onEnd.push(listener);
    return () => {
      this.#onEnd = this.#onEnd?.filter((other) => other !== listener);
    };
  }

  /** For the registry alone. */
  end(): void {
    this.#ended = true;
    this.#onCancel = undefined;
    const listeners = this.#onEnd;
    this.#onEnd = undefined;
    for (const listener of listeners ?? []) listener();
  }

  info(nanos: number): TaskInfo {
    return {
      number: this.number,
      type: this.type,
      action: this.action,
      description: this.#describe?.() ?? '',
      status: this.#status?.(),
      startedAt: this.#startedAt,
      runningNanos: Math.round(nanos - this.#startedNanos),
      cancellable: this.cancellable,
      cancelledAt: this.#cancelledAt,
      parent: this.parent,
      opaqueId: this.opaqueId,
    };
  }
}

/** A task that no list shows: the service's own calls. */
export function unlistedTask(action: string): Task {
  return new Task(0, { action }, { now: 0, nanos: 0 });
}

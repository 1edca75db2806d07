import { ApiError, apiError, type JsonMap, wildcardTest } from '@sextant/contract';
import type { FlatSettings } from '../../../cluster/flat-settings.ts';
import type { Section } from '../../../cluster/metadata/cluster-metadata.ts';
import { replicationSetting } from '../../../cluster/settings/replication-rows.ts';
import type { RemoteClusters } from '../../../transport/remote-clusters.ts';
import type { Access } from '../../access.ts';
import type { EmbeddedContext } from '../context.ts';
import { leaderNames } from './leader-index.ts';
import { nameProblems } from './name-problems.ts';
import type { UseRoles } from './replication-record.ts';
import type { StartRequest } from './requests.ts';
import { isTransient } from './retries.ts';

/** Indices of another cluster whose names fit are followed. */
export interface AutofollowRule {
  readonly leaderAlias: string;
  readonly name: string;
  readonly pattern: string;
  /** What the following index is called; `{{leader_index}}` in it is the other's name. */
  readonly followerPattern: string;
  readonly excluded: readonly string[];
  readonly settings: FlatSettings;
  /** Absent where security was off. */
  readonly roles?: UseRoles;
  readonly state: 'RUNNING' | 'PAUSED';
  readonly reason: string;
}

/** By alias and name. */
const rulesSection: Section<AutofollowRule> = { name: 'replication_rules' };
const RULES_MAX = 1000;
/** Indices that one rule begins at a time; the rest follow. */
const STARTS = 3;

type Context = Pick<EmbeddedContext, 'clock' | 'engine' | 'settings' | 'log' | 'metadata'>;

interface Starts {
  /** The roles that count. Rejects with ApiError where they, or who asks, may not follow such indices. */
  readonly checkRoles: (rule: AutofollowRule, access: Access) => Promise<UseRoles | undefined>;
  readonly isTaken: (name: string) => boolean;
  readonly start: (name: string, request: StartRequest) => Promise<void>;
}

interface Figures {
  started: number;
  failedNow: number;
  failedCalls: number;
  lastMs: number;
  /** Left alone until that time. */
  readonly failed: Map<string, number>;
}

/** Rules that begin to follow indices, those that are there and those that come. */
export class AutofollowRules {
  readonly #context: Context;
  readonly #remotes: RemoteClusters;
  readonly #starts: Starts;
  readonly #figures = new Map<string, Figures>();
  #stopTimer = (): void => {};
  #stopListening = (): void => {};
  #running: Promise<void> | undefined;
  #again = false;
  #isEnded = false;

  constructor(context: Context, remotes: RemoteClusters, starts: Starts) {
    this.#context = context;
    this.#remotes = remotes;
    this.#starts = starts;
  }

  begin(): void {
    const { settings } = this.#context;
    const names = [
      'replication.autofollow.fetch_poll_interval',
      'plugins.replication.autofollow.fetch_poll_interval',
    ] as const;
    const ends = names.map((name) => settings.onChange(name, () => this.#wait()));
    this.#stopListening = () => {
      for (const end of ends) end();
    };
    if (this.#rules().size > 0) this.#runSoon();
  }

  end(): void {
    this.#isEnded = true;
    this.#stopTimer();
    this.#stopListening();
  }

  #rules(): ReadonlyMap<string, AutofollowRule> {
    return this.#context.metadata.entries(rulesSection);
  }

  #keep(key: string, rule: AutofollowRule | undefined): void {
    this.#context.metadata.change({ section: rulesSection, entries: new Map([[key, rule]]) });
  }

  /** `access`: of who asks for it. Rejects with ApiError. */
  async create(given: AutofollowRule, access: Access): Promise<void> {
    const key = keyOf(given);
    if (!this.#remotes.has(given.leaderAlias)) {
      throw apiError('no_such_remote_cluster_exception', `no such remote cluster: [${given.leaderAlias}]`);
    }
    const roles = await this.#starts.checkRoles(given, access);
    const { roles: _, ...unjudged } = given;
    const rule = roles === undefined ? unjudged : { ...unjudged, roles };
    if (this.#rules().has(key)) {
      throw apiError('exception', 'Exisiting autofollow replication rule cannot be recreated/updated');
    }
    if (this.#rules().size >= RULES_MAX) {
      throw apiError('illegal_argument_exception', `there are [${RULES_MAX}] rules already`);
    }
    this.#keep(key, rule);
    this.#runSoon();
  }

  /** What it has begun goes on. Throws ApiError. */
  remove(named: Pick<AutofollowRule, 'leaderAlias' | 'name'>): void {
    const key = keyOf(named);
    this.#rule(named);
    this.#keep(key, undefined);
    this.#figures.delete(key);
  }

  /** Throws ApiError. */
  setState(named: AutofollowRule, state: AutofollowRule['state'], reason: string): void {
    const rule = this.#rule(named);
    this.#keep(keyOf(named), { ...rule, state, reason });
    if (state === 'RUNNING') this.#runSoon();
  }

  #rule({ leaderAlias, name }: Pick<AutofollowRule, 'leaderAlias' | 'name'>): AutofollowRule {
    const rule = this.#rules().get(keyOf({ leaderAlias, name }));
    if (rule !== undefined) return rule;
    throw apiError('resource_not_found_exception', `Metadata for ${name} doesn't exist`);
  }

  #wait(): void {
    this.#stopTimer();
    const { clock, settings } = this.#context;
    if (this.#isEnded || this.#running !== undefined) return;
    const pauseMs = replicationSetting(settings, 'replication.autofollow.fetch_poll_interval');
    this.#stopTimer = clock.after(pauseMs, () => this.#runSoon());
  }

  #runSoon(): void {
    if (this.#isEnded) return;
    this.#again = this.#running !== undefined;
    if (this.#again) return;
    this.#stopTimer();
    this.#running = this.#runAll().then(() => {
      this.#running = undefined;
      if (this.#again) this.#runSoon();
      else if (this.#rules().size > 0) this.#wait();
    });
  }

  async #runAll(): Promise<void> {
    for (const [key, rule] of this.#rules()) {
      if (this.#isEnded) return;
      if (rule.state === 'RUNNING') await this.#run(key, rule);
    }
  }

  #figuresOf(key: string): Figures {
    const figures = this.#figures.get(key) ?? {
      started: 0,
      failedNow: 0,
      failedCalls: 0,
      lastMs: 0,
      failed: new Map<string, number>(),
    };
    this.#figures.set(key, figures);
    return figures;
  }

  /** Never rejects. */
  async #run(key: string, rule: AutofollowRule): Promise<void> {
    const { clock, log } = this.#context;
    const figures = this.#figuresOf(key);
    figures.lastMs = clock.now();
    figures.failedNow = 0;
    const ofRole = rule.roles === undefined ? {} : { role: rule.roles.leader };
    try {
      const names = await leaderNames(this.#remotes, rule.leaderAlias, rule.pattern, ofRole);
      const wanted = this.#wanted(rule, names, figures);
      const startNext = async (): Promise<void> => {
        for (let next = wanted.shift(); next !== undefined; next = wanted.shift()) {
          if (this.#isEnded || this.#rules().get(key)?.state !== 'RUNNING') return;
          await this.#start(rule, next, figures);
        }
      };
      await Promise.all(Array.from({ length: STARTS }, startNext));
    } catch (error) {
      figures.failedCalls++;
      log.log('warn', 'replication', `rule [${rule.name}] cannot ask [${rule.leaderAlias}]`, { error });
    }
  }

  #wanted(rule: AutofollowRule, names: readonly string[], { failed }: Figures): string[] {
    const { clock, engine } = this.#context;
    for (const [name, untilMs] of failed) if (untilMs <= clock.now()) failed.delete(name);
    const excluded = rule.excluded.map((pattern) => wildcardTest(pattern));
    // What the rule says holds here too, whatever the other cluster answers.
    return names.filter(wildcardTest(rule.pattern)).filter((name) => {
      const follower = followerOf(rule, name);
      const isThere = engine.index(follower) !== undefined || this.#starts.isTaken(follower);
      return !isThere && !failed.has(name) && !excluded.some((fits) => fits(name));
    });
  }

  async #start(rule: AutofollowRule, leaderIndex: string, figures: Figures): Promise<void> {
    const { clock, log, settings } = this.#context;
    const { leaderAlias } = rule;
    const follower = followerOf(rule, leaderIndex);
    try {
      const [problem] = nameProblems(follower);
      if (problem !== undefined) throw apiError('illegal_argument_exception', problem);
      const { settings: overrides, roles } = rule;
      await this.#starts.start(follower, { leaderAlias, leaderIndex, settings: overrides, roles });
      figures.started++;
    } catch (error) {
      // What may go better by itself is tried with the next poll.
      const isSoon = isTransient(error);
      const retryMs = isSoon ? 0 : replicationSetting(settings, 'replication.autofollow.retry_poll_interval');
      figures.failedNow++;
      figures.failed.set(leaderIndex, clock.now() + retryMs);
      const level = error instanceof ApiError ? 'warn' : 'error';
      log.log(level, 'replication', `rule [${rule.name}] cannot follow [${leaderIndex}]`, { error });
    }
  }

  /** `sees`: which following indices are named. */
  stats(sees: (follower: string) => boolean): JsonMap {
    const rules = [...this.#rules()].map(([key, rule]) => ruleStats(rule, this.#figuresOf(key), sees));
    const sum = (name: keyof (typeof rules)[number]) =>
      rules.reduce((total, each) => total + Number(each[name]), 0);
    return {
      num_success_start_replication: sum('num_success_start_replication'),
      num_failed_start_replication: sum('num_failed_start_replication'),
      num_failed_leader_calls: sum('num_failed_leader_calls'),
      failed_indices: [...new Set(rules.flatMap((each) => each.failed_indices))],
      autofollow_stats: rules,
    };
  }
}

function ruleStats(rule: AutofollowRule, figures: Figures, sees: (follower: string) => boolean) {
  return {
    name: rule.name,
    pattern: rule.pattern,
    leader_alias: rule.leaderAlias,
    num_success_start_replication: figures.started,
    num_failed_start_replication: figures.failedNow,
    num_failed_leader_calls: figures.failedCalls,
    failed_indices: [...figures.failed.keys()].filter((name) => sees(followerOf(rule, name))),
    last_execution_time: figures.lastMs,
    ...(rule.state === 'PAUSED' ? { status: rule.state, reason: rule.reason } : {}),
  };
}

function keyOf({ leaderAlias, name }: Pick<AutofollowRule, 'leaderAlias' | 'name'>): string {
  return JSON.stringify([leaderAlias, name]);
}

function followerOf({ followerPattern }: AutofollowRule, leaderIndex: string): string {
  return followerPattern.replaceAll('{{leader_index}}', () => leaderIndex);
}

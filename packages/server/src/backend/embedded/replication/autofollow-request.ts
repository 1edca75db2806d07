import { apiError, dictionary } from '@sextant/contract';
import { type FieldParsers, textField } from '@sextant/engine';
import { type FlatSettings, flattenIndexSettings, withoutNulls } from '../../../cluster/flat-settings.ts';
import type { BackendRequest } from '../../backend.ts';
import { validationFailed } from '../document/write-params.ts';
import { readBodyFields } from '../read-object.ts';
import type { AutofollowRule } from './autofollow-rules.ts';
import { nameProblems } from './name-problems.ts';
import { USER_INITIATED } from './replication-record.ts';
import { objectField, readRoles } from './requests.ts';

type Verb = 'create' | 'delete' | 'pause' | 'resume';

const EXCLUDED_MAX = 100;
const FOLLOWER_OF = '{{leader_index}}';

interface ReadRule {
  readonly rule: AutofollowRule;
  readonly reason: string;
}

/** Reads and checks the body of a call about a rule; members that the call has no use for are unknown. Throws ApiError. */
export async function readRule(request: Pick<BackendRequest, 'body'>, verb: Verb): Promise<ReadRule> {
  if (request.body.empty) throw apiError('parse_exception', 'request body is required');
  const texts = new Map<string, string>();
  const text = (name: string) => textField((value) => texts.set(name, value));
  let roles: Readonly<Record<string, unknown>> = dictionary();
  let settings: FlatSettings = dictionary();
  let excluded: readonly string[] = [];
  const exclusions = {
    tokens: ['START_ARRAY'] as const,
    read: (value: unknown) => {
      excluded = readPatterns(value);
    },
  };
  const ofCreate: FieldParsers = {
    use_roles: objectField((value) => {
      roles = value;
    }),
    settings: objectField((value) => {
      settings = withoutNulls(flattenIndexSettings(value));
    }),
    follower_index_pattern: text('follower'),
    exclude_patterns: exclusions,
    leader_index_exclusion_patterns: exclusions,
  };
  await readBodyFields(request, 'AutoFollowRequestParser', {
    leader_alias: text('alias'),
    name: text('name'),
    ...(verb === 'create' || verb === 'delete' ? { pattern: text('pattern') } : {}),
    ...(verb === 'create' ? ofCreate : {}),
    ...(verb === 'pause' ? { reason: text('reason') } : {}),
  });
  const { useRoles, problems: ofRoles } = readRoles(roles);
  const [alias, name, pattern, follower] = ['alias', 'name', 'pattern', 'follower'].map((key) =>
    texts.get(key),
  );
  if (!alias || !name) throw validationFailed(['Missing connection or name in the request']);
  if (alias.length > 255) throw validationFailed(['connection is too long']);
  const problems = [
    ...nameProblems(name),
    ...ofRoles,
    ...(verb === 'create' ? patternProblems(pattern, follower) : []),
    ...(verb === 'delete' && pattern !== undefined ? ['Unexpected pattern'] : []),
  ];
  if (problems.length > 0) throw validationFailed(problems);
  const rule: AutofollowRule = {
    leaderAlias: alias,
    name,
    pattern: pattern ?? '',
    followerPattern: follower ?? FOLLOWER_OF,
    excluded,
    settings,
    ...(useRoles === undefined ? {} : { roles: useRoles }),
    state: 'RUNNING',
    reason: USER_INITIATED,
  };
  return { rule, reason: texts.get('reason')?.slice(0, 1000) ?? USER_INITIATED };
}

function readPatterns(value: unknown): readonly string[] {
  if (Array.isArray(value) && value.length <= EXCLUDED_MAX && value.every(isName)) return value;
  throw apiError('illegal_argument_exception', `at most [${EXCLUDED_MAX}] patterns can be left out`);
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 255;
}

function patternProblems(pattern: string | undefined, follower: string | undefined): readonly string[] {
  const problem = pattern === undefined ? undefined : patternProblem(pattern);
  const isFollowing = follower === undefined || (follower.includes(FOLLOWER_OF) && follower.length <= 255);
  return [
    ...(pattern === undefined ? ['Missing pattern'] : []),
    ...(problem === undefined ? [] : [`Autofollow pattern: ${pattern} ${problem}`]),
    ...(isFollowing ? [] : [`follower_index_pattern must contain ${FOLLOWER_OF}`]),
  ];
}

function patternProblem(pattern: string): string | undefined {
  if (pattern === '') return 'must not be empty';
  if (pattern.length > 255) return 'must not be longer than 255 characters';
  if (/[ "\\<|,>/?]/.test(pattern)) {
    return 'must not contain the following characters [ , ", *, \\, <, |, ,, >, /, ?]';
  }
  if (/[#:]/.test(pattern)) return "must not contain '#' or ':'";
  return /^[_-]/.test(pattern) ? "must not start with '_' or '-'" : undefined;
}

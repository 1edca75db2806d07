import { apiError, dictionary, isObject } from '@sextant/contract';
import { booleanField, type FieldParser, textField } from '@sextant/engine';
import { type FlatSettings, flattenIndexSettings, withoutNulls } from '../../../cluster/flat-settings.ts';
import type { BackendRequest } from '../../backend.ts';
import { validationFailed } from '../document/write-params.ts';
import { type AliasAction, parseAliasActions } from '../indices/alias-actions.ts';
import { readBodyFields } from '../read-object.ts';
import { nameProblems } from './name-problems.ts';
import { USER_INITIATED, type UseRoles } from './replication-record.ts';

type Body = Pick<BackendRequest, 'body'>;

export interface StartRequest {
  readonly leaderAlias: string;
  readonly leaderIndex: string;
  readonly settings: FlatSettings;
  readonly roles: UseRoles | undefined;
}

export function objectField(set: (value: Readonly<Record<string, unknown>>) => void): FieldParser {
  return {
    tokens: ['START_OBJECT', 'VALUE_NULL'],
    read: (value) => {
      if (isObject(value)) set(value);
    },
  };
}

/** Reads and checks the body of a start for `follower`. Throws ApiError. */
export async function readStart(request: Body, follower: string): Promise<StartRequest> {
  requireBody(request);
  let [leaderAlias, leaderIndex]: (string | undefined)[] = [];
  let settings: FlatSettings = {};
  let roles: Readonly<Record<string, unknown>> = dictionary();
  await readBodyFields(request, 'FollowIndexRequestParser', {
    leader_alias: textField((value) => {
      leaderAlias = value;
    }),
    leader_index: textField((value) => {
      leaderIndex = value;
    }),
    use_roles: objectField((value) => {
      roles = value;
    }),
    settings: objectField((value) => {
      settings = withoutNulls(flattenIndexSettings(value));
    }),
  });
  const { useRoles, problems: ofRoles } = readRoles(roles);
  if (leaderAlias === undefined || leaderIndex === undefined) {
    throw validationFailed(['Mandatory params [leader_alias, leader_index] are missing for the request']);
  }
  const problems = [...[leaderIndex, follower].flatMap(nameProblems), ...ofRoles];
  if (problems.length > 0) throw validationFailed(problems);
  return { leaderAlias, leaderIndex, settings, roles: useRoles };
}

interface ReadRoles {
  /** Undefined: none are named. */
  readonly useRoles?: UseRoles;
  readonly problems: readonly string[];
}

/** Throws ApiError for members that are not known. */
export function readRoles(roles: Readonly<Record<string, unknown>>): ReadRoles {
  const names = ['leader_cluster_role', 'follower_cluster_role'];
  const unknown = Object.keys(roles).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw apiError('x_content_parse_exception', `[UseRolesParser] unknown field [${unknown}]`);
  }
  if (Object.keys(roles).length === 0) return { problems: [] };
  const { leader_cluster_role: leader, follower_cluster_role: follower } = roles;
  if (isRole(leader) && isRole(follower)) return { useRoles: { leader, follower }, problems: [] };
  return { problems: ['Need roles for leader_cluster_role and follower_cluster_role'] };
}

function isRole(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= 255;
}

function requireBody({ body }: Body): void {
  if (body.empty) throw apiError('parse_exception', 'request body or source parameter is required');
}

/** Why it is paused. Throws ApiError. */
export async function readPause(request: Body): Promise<string> {
  let reason = USER_INITIATED;
  await readBodyFields(request, 'PauseReplicationRequestParser', {
    reason: textField((value) => {
      reason = value.slice(0, 1000);
    }),
  });
  return reason;
}

/** Whether what cannot go on begins anew. Throws ApiError. */
export async function readResume(request: Body): Promise<{ readonly force: boolean }> {
  requireBody(request);
  let force = false;
  await readBodyFields(request, 'ResumeReplicationRequestParser', {
    force_resume: booleanField((value) => {
      force = value;
    }),
  });
  return { force };
}

/** What is to become of aliases with it. Throws ApiError. */
export async function readStop(request: Body): Promise<readonly AliasAction[]> {
  requireBody(request);
  let actions: readonly AliasAction[] = [];
  await readBodyFields(request, 'StopReplicationRequestParser', {
    actions: {
      tokens: ['START_ARRAY'],
      read: (value) => {
        actions = parseAliasActions({ actions: value });
      },
    },
  });
  if (actions.every(({ kind }) => kind !== 'remove_index')) return actions;
  throw validationFailed(['[remove_index] is no action of a stop: it switches aliases alone']);
}

/** Settings for the follower. Throws ApiError. */
export async function readUpdate({ body }: Body): Promise<FlatSettings> {
  if (body.empty) throw apiError('parse_exception', 'request body is required');
  const given: unknown = await body.json();
  const settings = isObject(given) ? flattenIndexSettings(given.settings ?? given) : {};
  if (Object.keys(settings).length === 0) throw validationFailed(['no settings to update']);
  return withoutNulls(settings);
}

import { type ApiError, apiError, isObject } from '@sextant/contract';
import {
  booleanField,
  intField,
  readAt,
  readFields,
  textField,
  toBoolean,
  toInt,
  tokenOf,
} from '@sextant/engine';

interface Place {
  readonly index: string;
  readonly shard: number;
}

export type RerouteCommand =
  | ({ readonly kind: 'move'; readonly fromNode: string; readonly toNode: string } & Place)
  | ({ readonly kind: 'cancel'; readonly node: string; readonly allowPrimary: boolean } & Place)
  | ({ readonly kind: 'allocate_replica'; readonly node: string } & Place)
  | ({
      readonly kind: 'allocate_stale_primary' | 'allocate_empty_primary';
      readonly node: string;
      readonly acceptDataLoss: boolean;
    } & Place);

/** `commands` of a body, in order. Throws ApiError in the words of OpenSearch's parsers. */
export function readCommands(value: unknown): readonly RerouteCommand[] {
  if (Array.isArray(value)) return value.map(readCommand);
  throw malformed(`expected either field name [commands], or start array, got [${tokenOf(value)}] instead`);
}

const malformed = (reason: string): ApiError => apiError('parse_exception', reason);

function readCommand(value: unknown): RerouteCommand {
  if (!isObject(value)) {
    throw malformed(`allocation command is malformed, got [${tokenOf(value)}] instead`);
  }
  const [first, second] = Object.entries(value);
  const [kind, body] = first ?? ['null', undefined];
  readAt(value, kind);
  const command = commandOf(kind, body);
  if (second !== undefined) {
    throw malformed(
      `allocation command is malformed, done parsing a command, but didn't get END_OBJECT, got [${tokenOf(second[1])}] instead`,
    );
  }
  return command;
}

function commandOf(kind: string, body: unknown): RerouteCommand {
  switch (kind) {
    case 'move': {
      const { index, shard, from_node, to_node } = plainFields(kind, body, [
        'index',
        'shard',
        'from_node',
        'to_node',
      ]);
      return { kind, index: index!, shard: toInt(shard), fromNode: from_node!, toNode: to_node! };
    }
    case 'cancel': {
      const fields = plainFields(kind, body, ['index', 'shard', 'node'], ['allow_primary']);
      const allowPrimary = fields.allow_primary !== undefined && toBoolean(fields.allow_primary);
      return { kind, index: fields.index!, shard: toInt(fields.shard), node: fields.node!, allowPrimary };
    }
    case 'allocate_replica':
      return { kind, ...allocation(kind, body, false) };
    case 'allocate_stale_primary':
    case 'allocate_empty_primary':
      return { kind, ...allocation(kind, body, true) };
    default:
      throw apiError('named_object_not_found_exception', `unknown field [${kind}]`);
  }
}

/** Members that are texts, numbers or booleans, all of `required` among them. */
function plainFields(
  kind: string,
  body: unknown,
  required: readonly string[],
  others: readonly string[] = [],
): Readonly<Record<string, string | undefined>> {
  const found = new Map<string, string>();
  for (const [name, value] of isObject(body) ? Object.entries(body) : []) {
    if (typeof value === 'object') {
      throw malformed(`[${kind}] command does not support complex json tokens [${tokenOf(value)}]`);
    }
    if (!required.includes(name) && !others.includes(name)) {
      throw malformed(`[${kind}] command does not support field [${name}]`);
    }
    if (name === 'shard') toInt(value);
    if (name === 'allow_primary') toBoolean(value);
    found.set(name, String(value));
  }
  for (const name of required) {
    if (!found.has(name)) throw malformed(`[${kind}] command missing the ${name} parameter`);
  }
  return Object.fromEntries(found);
}

interface Allocation extends Place {
  readonly node: string;
  readonly acceptDataLoss: boolean;
}

function allocation(kind: string, body: unknown, mayLoseData: boolean): Allocation {
  const read = { index: '', shard: -1, node: '', acceptDataLoss: false };
  if (!isObject(body)) {
    // A single value is behind OpenSearch's parser when it looks.
    const token = Array.isArray(body) ? 'START_ARRAY' : 'END_OBJECT';
    throw apiError('x_content_parse_exception', `[${kind}] Expected START_OBJECT but was: ${token}`);
  }
  const lossField = booleanField((value) => {
    read.acceptDataLoss = value;
  });
  readFields(kind, body, {
    index: textField((value) => {
      read.index = value;
    }),
    shard: intField((value) => {
      read.shard = value;
    }),
    node: textField((value) => {
      read.node = value;
    }),
    ...(mayLoseData ? { accept_data_loss: lossField } : {}),
  });
  if (read.index === '') throw undefinedArgument('[index] must be defined');
  if (read.shard < 0) throw undefinedArgument('[shard] must be defined and non-negative');
  if (read.node === '') throw undefinedArgument('[node] must be defined');
  return read;
}

function undefinedArgument(what: string): ApiError {
  return apiError('illegal_argument_exception', `Argument ${what}`);
}

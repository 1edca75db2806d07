import { apiError, isObject } from '@sextant/contract';
import { type AliasMetadata, tokenOf } from '@sextant/engine';
import { flattenIndexSettings, type SettingsUpdate } from '../../../cluster/flat-settings.ts';
import { parseBytes, parseTimeMs } from '../../../config/units.ts';
import type { RequestOf } from '../context.ts';
import { readAliases, readMappings } from '../indices/create-index.ts';
import { readPlaced } from '../read-errors.ts';
import { type Fields, innerField, objectField, readFields } from '../templates/read-body.ts';

/** What the index that is written to is measured by. */
export interface Measured {
  readonly ageMs: number;
  readonly docs: number;
  readonly bytes: number;
}

interface Condition {
  /** As the answer names it. */
  readonly name: string;
  readonly key: string;
  /** As it was given. */
  readonly value: string | number;
  readonly isMet: (index: Measured) => boolean;
}

/** What a rollover is asked for. */
export interface RolloverBody {
  readonly conditions: readonly Condition[];
  readonly settings: SettingsUpdate;
  readonly mappings: Readonly<Record<string, unknown>>;
  readonly aliases: Readonly<Record<string, AliasMetadata>>;
  /** Something is said of the new index. */
  readonly isDescribed: boolean;
}

interface Conditions {
  readonly max_age: Condition;
  readonly max_docs: Condition;
  readonly max_size: Condition;
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

const conditionFields = {
  max_age: {
    read: (value: unknown) => {
      const text = textOf(value);
      if (text === undefined) return undefined;
      const ms = parseTimeMs(text, 'max_age');
      return {
        name: `[max_age: ${text}]`,
        key: 'max_age',
        value: text,
        isMet: ({ ageMs }: Measured) => ageMs >= ms,
      };
    },
  },
  max_docs: {
    read: (value: unknown) => {
      const text = textOf(value);
      if (text === undefined) return undefined;
      if (!/^-?\d+$/.test(text)) throw apiError('illegal_argument_exception', `For input string: "${text}"`);
      const limit = Number(text);
      return {
        name: `[max_docs: ${text}]`,
        key: 'max_docs',
        value: limit,
        isMet: ({ docs }: Measured) => docs >= limit,
      };
    },
  },
  max_size: {
    read: (value: unknown) => {
      const text = textOf(value);
      if (text === undefined) return undefined;
      const size = parseBytes(text, 'max_size');
      return {
        name: `[max_size: ${text}]`,
        key: 'max_size',
        value: text,
        isMet: ({ bytes }: Measured) => bytes >= size,
      };
    },
  },
};

interface Draft {
  readonly conditions: readonly Condition[];
  readonly settings: SettingsUpdate;
  readonly mappings: Readonly<Record<string, unknown>>;
  readonly aliases: Readonly<Record<string, unknown>>;
}

/** Throws ApiError. */
export async function readRollover(request: RequestOf<'indices.rollover'>): Promise<RolloverBody> {
  const body: unknown = request.body.empty ? {} : await request.body.json();
  const fields: Fields<Draft> = {
    conditions: innerField((value) =>
      Object.values(readFields<Conditions>('conditions', value, conditionFields)),
    ),
    settings: innerField((value) => flattenIndexSettings(value)),
    mappings: innerField((value) => readMappings(value, request)),
    aliases: objectField,
  };
  const { conditions, settings, mappings, aliases } = readPlaced(request, body, (tree) => {
    if (isObject(tree)) return readFields<Draft>('rollover', tree, fields);
    throw apiError('x_content_parse_exception', `[rollover] Expected START_OBJECT but was: ${tokenOf(tree)}`);
  });
  return {
    conditions: conditions ?? [],
    settings: settings ?? {},
    mappings: mappings ?? {},
    aliases: readAliases(aliases, '{index}'),
    isDescribed: [settings, mappings, aliases].some(
      (part) => part !== undefined && Object.keys(part).length > 0,
    ),
  };
}

import { apiError } from '@sextant/contract';
import { isObject, type JsonObject, parsingError, tokenOf } from '../../dsl/json-reader.ts';
import { membersOf } from '../../dsl/read-place.ts';
import { bucketContexts, bucketProgram } from '../../script/bucket-program.ts';
import { readScript, type ScriptSpec } from '../../script/script-spec.ts';
import { rawNumber } from '../../script/values.ts';
import type { PipelineNode, PipelinePlace, PipelineSpec, PipelineType } from '../aggregation-tree.ts';
import type { InternalBucket, InternalMultiBucket } from '../internal-aggregation.ts';
import { type FieldParser, readFields, textField } from '../parse/field-parsers.ts';
import { numberFormat, RAW_FORMAT, type ValueFormat } from '../values/value-format.ts';
import { bucketValue, type GapPolicy, parseGapPolicy, pathNames } from './buckets-path.ts';
import { SimpleValue } from './simple-value.ts';

interface ScriptedSpec extends PipelineSpec {
  /** What scripts call the figures that the paths name. */
  readonly names: readonly string[];
  readonly gapPolicy: GapPolicy;
  readonly script: ScriptSpec;
  readonly format: ValueFormat;
}

/** A figure that a script makes of others of the bucket. */
export const bucketScript: PipelineType<ScriptedSpec> = {
  name: 'bucket_script',
  parse: parseBucketScript,
  problem: withinAnother,
  stage: (node, budget) => {
    const program = bucketProgram(node.spec.script, bucketContexts.number, budget);
    const withFigure = (parent: InternalMultiBucket, bucket: InternalBucket): InternalBucket => {
      const figures = figuresOf(node, parent, bucket);
      const known = [...figures.values()].every((value) => value !== null && !Number.isNaN(value));
      if (node.spec.gapPolicy === 'skip' && !known) return bucket;
      const found = program.run(figures, [], budget);
      if (found === null || found === undefined) return bucket;
      const result = new SimpleValue(node, Number(rawNumber(found)), node.spec.format);
      return parent.withChildren(bucket, [...bucket.children, result]);
    };
    return {
      kind: 'parent',
      buckets: (parent) => parent.withBuckets(parent.buckets.map((bucket) => withFigure(parent, bucket))),
    };
  },
};

/** Leaves the buckets of which a script says so. */
export const bucketSelector: PipelineType<ScriptedSpec> = {
  name: 'bucket_selector',
  parse: parseBucketSelector,
  problem: withinAnother,
  stage: (node, budget) => {
    const program = bucketProgram(node.spec.script, bucketContexts.flag, budget);
    return {
      kind: 'parent',
      buckets: (parent) =>
        parent.withBuckets(
          parent.buckets.filter(
            (bucket) => program.run(figuresOf(node, parent, bucket), [], budget) === true,
          ),
        ),
    };
  },
};

function withinAnother({ name, type }: PipelineNode, { parent }: PipelinePlace): string | null {
  return parent === null
    ? `${type.name} aggregation [${name}] must be declared inside of another aggregation`
    : null;
}

function figuresOf(
  { spec }: PipelineNode<ScriptedSpec>,
  parent: InternalMultiBucket,
  bucket: InternalBucket,
): ReadonlyMap<string, number | null> {
  return new Map(
    spec.names.map((name, i) => {
      return [name, bucketValue(parent, bucket, pathNames(spec.paths[i]!), spec.gapPolicy)];
    }),
  );
}

/** One path, several that are numbered, or by name. Throws where one is no text. */
function readPaths(value: unknown): Pick<ScriptedSpec, 'names' | 'paths'> {
  if (Array.isArray(value)) {
    return { names: value.map((_, i) => `_value${i}`), paths: value.map(pathText) };
  }
  if (!isObject(value)) return { names: ['_value'], paths: [pathText(value)] };
  return { names: Object.keys(value), paths: Object.values(value).map(pathText) };
}

function pathText(value: unknown): string {
  if (typeof value === 'string') return value;
  throw parsingError(`Unexpected token [${tokenOf(value)}] in [buckets_path]`);
}

function parseBucketScript(_name: string, body: JsonObject): ScriptedSpec {
  const draft = newDraft();
  readFields('bucket_script', body, {
    buckets_path: {
      tokens: ['VALUE_STRING', 'START_ARRAY', 'START_OBJECT'],
      read: (value) => {
        draft.where = readPaths(value);
      },
    },
    script: scriptField((script) => {
      draft.script = script;
    }),
    format: textField((value) => {
      draft.format = numberFormat(value);
    }),
    gap_policy: textField((value) => {
      draft.gapPolicy = parseGapPolicy(value);
    }),
  });
  const { where, script, format, gapPolicy } = draft;
  if (where === null) throw apiError('illegal_argument_exception', 'Required [buckets_path]');
  if (script === null) throw apiError('illegal_argument_exception', 'Required [script]');
  return Object.freeze({ ...where, script, format, gapPolicy });
}

interface Draft {
  where: Pick<ScriptedSpec, 'names' | 'paths'> | null;
  script: ScriptSpec | null;
  format: ValueFormat;
  gapPolicy: GapPolicy;
}

function newDraft(): Draft {
  return { where: null, script: null, format: RAW_FORMAT, gapPolicy: 'skip' };
}

export function scriptField(set: (script: ScriptSpec) => void): FieldParser {
  return {
    tokens: ['VALUE_STRING', 'START_OBJECT'],
    read: (value) => set(readScript(value)),
  };
}

function parseBucketSelector(name: string, body: JsonObject): ScriptedSpec {
  const draft = newDraft();
  for (const [field, value] of membersOf(body)) readSelectorMember(draft, name, field, value);
  const { where, script, format, gapPolicy } = draft;
  const missing = (what: string): Error =>
    parsingError(`Missing required field [${what}] for bucket_selector aggregation [${name}]`);
  if (where === null) throw missing('buckets_path');
  if (script === null) throw missing('script');
  return Object.freeze({ ...where, script, format, gapPolicy });
}

function readSelectorMember(draft: Draft, name: string, field: string, value: unknown): void {
  const token = tokenOf(value);
  const isText = typeof value === 'string';
  const isArray = Array.isArray(value);
  if (!isText && !isArray && !isObject(value)) throw parsingError(`Unexpected token ${token} in [${name}].`);
  if (field === 'buckets_path') draft.where = readPaths(value);
  else if (field === 'script' && !isArray) draft.script = readScript(value);
  else if (field === 'gap_policy' && isText) draft.gapPolicy = parseGapPolicy(value);
  else throw parsingError(`Unknown key for a ${token} in [${name}]: [${field}].`);
}

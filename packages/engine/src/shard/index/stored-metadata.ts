import { indexNameProblem, isObject, nameProblem } from '@sextant/contract';
import type { IndexFile } from './index-file.ts';
import type { AliasMetadata, IndexMetadata, RolloverInfo } from './index-metadata.ts';

/** No index can be made with more. */
const MOST_SHARDS = 1024;

type Test = (value: unknown) => boolean;
/** What each part has to be. */
type Parts<T> = readonly (readonly [part: keyof T, isOne: Test])[];

const isCount: Test = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const isPositive: Test = (value) => isCount(value) && value !== 0;
const isText: Test = (value) => typeof value === 'string';
const isFlag: Test = (value) => typeof value === 'boolean';
const isTextOrTexts: Test = (value) => isText(value) || (Array.isArray(value) && value.every(isText));

const optional = (isOne: Test): Test => {
  return (value) => value === undefined || isOne(value);
};

const all = (isOne: Test): Test => {
  return (value) => isObject(value) && Object.values(value).every(isOne);
};

const parts: Parts<IndexMetadata> = [
  ['name', (value) => typeof value === 'string' && indexNameProblem(value) === undefined],
  ['uuid', (value) => typeof value === 'string' && isFileName(value)],
  ['creationDate', isCount],
  ['state', (value) => value === 'open' || value === 'close'],
  ['numberOfShards', (value) => isPositive(value) && Number(value) <= MOST_SHARDS],
  ['numberOfReplicas', isCount],
  ['routingShards', optional(isPositive)],
  ['settings', all(isTextOrTexts)],
  ['mappings', isObject],
  ['aliases', all(isAlias)],
  ['rollovers', optional(all(isRollover))],
  ['version', isCount],
  ['mappingVersion', isCount],
  ['settingsVersion', isCount],
  ['aliasesVersion', isCount],
];

const aliasParts: Parts<AliasMetadata> = [
  ['filter', optional(isObject)],
  ['indexRouting', optional(isText)],
  ['searchRouting', optional(isText)],
  ['isWriteIndex', optional(isFlag)],
  ['isHidden', optional(isFlag)],
];

const rolloverParts: Parts<RolloverInfo> = [
  ['time', isCount],
  ['metConditions', isObject],
];

/** The part that no index has like this; somebody else may have written it. undefined: what everything else relies on is there. */
export function wrongPart({ metadata, primaryTerm, begunShards }: IndexFile): string | undefined {
  if (!isObject(metadata)) return 'metadata';
  const part = wrongOf(parts, metadata);
  if (part !== undefined) return part;
  const { name, aliases, numberOfShards } = metadata;
  const canBeAlias = (alias: string): boolean => alias !== name && nameProblem(alias) === undefined;
  if (!Object.keys(aliases).every(canBeAlias)) return 'aliases';
  if (!isCount(primaryTerm)) return 'primaryTerm';
  const isShard: Test = (value) => isCount(value) && Number(value) < numberOfShards;
  return Array.isArray(begunShards) && begunShards.every(isShard) ? undefined : 'begunShards';
}

function wrongOf<T>(wanted: Parts<T>, found: { readonly [part in keyof T]?: unknown }): string | undefined {
  return wanted.find(([part, isOne]) => !isOne(found[part]))?.[0].toString();
}

function isAlias(value: unknown): boolean {
  return isObject(value) && wrongOf(aliasParts, value) === undefined;
}

function isRollover(value: unknown): boolean {
  return isObject(value) && wrongOf(rolloverParts, value) === undefined;
}

/** It stays in the folder in which it is looked for. */
function isFileName(text: string): boolean {
  return text !== '' && text !== '.' && text !== '..' && !/[/\\\0]/.test(text);
}

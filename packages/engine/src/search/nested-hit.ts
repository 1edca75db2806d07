import type { JsonMap } from '@sextant/contract';
import { orderMembers } from '@sextant/contract';
import { getBit } from '../codec/bits.ts';
import { isFiltered, type SourceRequest } from '../dsl/source-request.ts';
import { hashMapOrder } from '../mapping/java-text.ts';
import { isJsonObject, parseLossless } from '../mapping/lossless-json.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { nextBit, previousBit, type SegmentBlocks } from '../segment/segment-blocks.ts';
import type { SegmentReader } from '../segment/segment-reader.ts';
import { filterMembers } from './source-filter.ts';

/** A step down into a document: an object of a field, which is counted among those of the same document. */
interface NestedStep {
  /** Its name within the object before. */
  readonly field: string;
  readonly offset: number;
}

/** A hit that is an object within a document. */
export interface NestedHit {
  /** The document. */
  readonly root: number;
  /** From the document to the object; at least one. */
  readonly steps: readonly NestedStep[];
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Where in a document a hit lies; null where it is a document itself. */
export function nestedHit({ blocks }: SegmentReader, doc: number, mapping: Mapping): NestedHit | null {
  if (blocks === null || getBit(blocks.roots, doc)) return null;
  const steps: NestedStep[] = [];
  for (let path = blocks.pathOf(doc); path !== null; ) {
    const around = mapping.nestedPathOf(path.slice(0, Math.max(0, path.lastIndexOf('.'))));
    const field = around === null ? path : path.slice(around.length + 1);
    steps.unshift({ field, offset: offsetOf(blocks, doc, path, around) });
    path = around;
  }
  return { root: blocks.rootOf(doc), steps };
}

/** Of the nested object that a hit is; null: none. */
export function nestedPath(hit: NestedHit | null): string | null {
  return hit === null ? null : hit.steps.map(({ field }) => field).join('.');
}

/** Objects of the path that come before the document in the same object around them. */
function offsetOf(blocks: SegmentBlocks, doc: number, path: string, around: string | null): number {
  const objects = blocks.docsOf(path);
  const parents = blocks.docsOf(around);
  if (objects === null || parents === null) return 0;
  let offset = 0;
  let before = nextBit(objects, previousBit(parents, doc - 1) + 1);
  for (; before >= 0 && before < doc; before = nextBit(objects, before + 1)) offset++;
  return offset;
}

/** As `_nested` shows it. */
export function nestedJson([step, ...inner]: NestedHit['steps']): JsonMap {
  const { field, offset } = step!;
  return inner.length === 0 ? { field, offset } : { field, offset, _nested: nestedJson(inner) };
}

/** The document with nothing but the object in it, and all objects around it with nothing but that. */
export function nestedTree(source: unknown, steps: NestedHit['steps']): Record<string, unknown> {
  const [step, ...inner] = steps;
  const { field, offset } = step!;
  const object = valuesAt(source, field.split('.'))[offset];
  return { [field]: inner.length === 0 ? (object ?? {}) : nestedTree(object, inner) };
}

/** The wanted parts of the object, as JSON in UTF-8. */
export function nestedSource(stored: Uint8Array, request: SourceRequest, { steps }: NestedHit): Uint8Array {
  const tree = nestedTree(parseLossless(decoder.decode(stored)), steps);
  let object: unknown = isFiltered(request) ? filterMembers(tree, request) : tree;
  for (const { field } of steps) object = isJsonObject(object) ? (object[field] ?? {}) : {};
  // What OpenSearch had to take apart it shows in the order of its hash maps.
  return encoder.encode(JSON.stringify(orderMembers(object, hashMapOrder)));
}

/** The objects at a path, lists unrolled, in the order in which documents were made of them. */
function valuesAt(node: unknown, path: readonly string[]): unknown[] {
  if (Array.isArray(node)) return node.flatMap((item) => valuesAt(item, path));
  if (!isJsonObject(node)) return [];
  if (path.length === 0) return [node];
  const found: unknown[] = [];
  for (let length = 1; length <= path.length; length++) {
    const key = path.slice(0, length).join('.');
    if (Object.hasOwn(node, key)) found.push(...valuesAt(node[key], path.slice(length)));
  }
  return found;
}

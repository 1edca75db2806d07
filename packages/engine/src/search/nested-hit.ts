import type { JsonMap } from '@sextant/contract';
import { orderMembers } from '@sextant/contract';
import { countBitsBetween, getBit } from '../codec/bits.ts';
import { isFiltered, type SourceRequest } from '../dsl/source-request.ts';
import { hashMapOrder } from '../mapping/java-text.ts';
import { isJsonObject } from '../mapping/lossless-json.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { previousBit, type SegmentBlocks } from '../segment/segment-blocks.ts';
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

/** Objects before the one that is shown, as a power of two, that are counted in a step. */
const OBJECTS_PER_STEP = 10;

/** What it takes to find the object in its document. */
export function nestedSteps(hit: NestedHit | null): number {
  return hit === null ? 0 : hit.steps.reduce((sum, { offset }) => sum + (offset >>> OBJECTS_PER_STEP), 0);
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
  return countBitsBetween(objects, previousBit(parents, doc - 1) + 1, doc);
}

/** As `_nested` shows it. */
export function nestedJson([step, ...inner]: NestedHit['steps']): JsonMap {
  const { field, offset } = step!;
  return inner.length === 0 ? { field, offset } : { field, offset, _nested: nestedJson(inner) };
}

/** Objects of documents, which are looked for once in each object around them. */
export class NestedObjects {
  readonly #lists = new WeakMap<object, Map<string, readonly unknown[]>>();

  /** The document with nothing but the object in it, and all objects around it with nothing but that. */
  tree(source: unknown, [step, ...inner]: NestedHit['steps']): Record<string, unknown> {
    const { field, offset } = step!;
    const object = this.#all(source, field)[offset];
    return { [field]: inner.length === 0 ? (object ?? {}) : this.tree(object, inner) };
  }

  #all(source: unknown, field: string): readonly unknown[] {
    if (!isJsonObject(source)) return valuesAt(source, field.split('.'));
    let lists = this.#lists.get(source);
    if (lists === undefined) {
      lists = new Map();
      this.#lists.set(source, lists);
    }
    let all = lists.get(field);
    if (all === undefined) {
      all = valuesAt(source, field.split('.'));
      lists.set(field, all);
    }
    return all;
  }
}

/** The wanted parts of the object of a tree, as JSON in UTF-8. */
export function nestedSource(
  tree: Record<string, unknown>,
  request: SourceRequest,
  { steps }: NestedHit,
): Uint8Array {
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

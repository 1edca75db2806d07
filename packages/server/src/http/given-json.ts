import {
  ApiError,
  apiError,
  GivenJson,
  type Json,
  RawJson,
  scanJson,
  withoutComments,
} from '@sextant/contract';
import { type AnswerTree, membersOf } from '../wire/answer-tree.ts';
import { ByteSink } from '../wire/byte-sink.ts';
import { RawJsonCopy } from '../wire/raw-json-copy.ts';

/** An answer of whose members all are JSON. Throws ApiError where what was given is none. */
export function soundJson(tree: AnswerTree): AnswerTree {
  if (!isGiven(tree)) return tree;
  return new Map(
    membersOf(tree)!.map(([name, value]) => [name, value instanceof GivenJson ? sound(value) : value]),
  );
}

/** Whether a member is what a caller has given. */
export function isGiven(tree: AnswerTree): boolean {
  return membersOf(tree)?.some(([, value]) => value instanceof GivenJson) === true;
}

/** As Jackson reads it: the first value, whatever comes behind it. */
function sound({ bytes }: GivenJson): AnswerTree {
  const plain = withoutComments(bytes, scanJson(bytes).comments);
  const first = plain.subarray(0, endOfFirst(plain));
  if (first.every(isBlank)) throw apiError('json_generation_exception', 'No current event to copy');
  const { problem } = scanJson(first);
  if (problem !== undefined) throw apiError(problem.type, problem.reason);
  return new RawJson(first) as Json;
}

function isBlank(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function endOfFirst(bytes: Uint8Array): number {
  const copy = new RawJsonCopy(bytes, new ByteSink(), 'compact');
  try {
    copy.past(bytes.length);
    return copy.at;
  } catch (error) {
    if (error instanceof ApiError) return bytes.length;
    throw error;
  }
}

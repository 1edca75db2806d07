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
  const members = membersOf(tree);
  if (!members?.some(([, value]) => value instanceof GivenJson)) return tree;
  return new Map(members.map(([name, value]) => [name, value instanceof GivenJson ? sound(value) : value]));
}

/** As Jackson reads it: the first value, whatever comes behind it. */
function sound({ bytes }: GivenJson): AnswerTree {
  const first = bytes.subarray(0, endOfFirst(bytes));
  const { problem, comments } = scanJson(first);
  if (problem !== undefined) throw apiError(problem.type, problem.reason);
  return new RawJson(withoutComments(first, comments)) as Json;
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

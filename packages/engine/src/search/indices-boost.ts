import { isObject, parsingError, toFloat, tokenOf } from '../dsl/json-reader.ts';
import { itemsOf } from '../dsl/read-place.ts';

/** What the scores of an index, alias or pattern are multiplied by. */
export interface IndexBoost {
  readonly name: string;
  readonly boost: number;
}

/** `{"index":2}`, or a list of such objects with one name each. The first that fits an index counts. */
export function parseIndicesBoost(value: unknown): IndexBoost[] {
  if (isObject(value)) return Object.entries(value).map(([name, boost]) => ({ name, boost: toFloat(boost) }));
  return Array.from(itemsOf(value as readonly unknown[]), (entry) => {
    if (!isObject(entry)) throw wrongToken('START_OBJECT', tokenOf(entry), 'null');
    const [first, second] = Object.entries(entry);
    if (first === undefined) throw wrongToken('FIELD_NAME', 'END_OBJECT');
    const [name, boost] = first;
    if (typeof boost !== 'number') throw wrongToken('VALUE_NUMBER', tokenOf(boost));
    if (second !== undefined) throw wrongToken('END_OBJECT', 'FIELD_NAME');
    return { name, boost: toFloat(boost) };
  });
}

function wrongToken(wanted: string, found: string, place = 'indices_boost'): Error {
  return parsingError(`Expected [${wanted}] in [${place}] but found [${found}]`);
}

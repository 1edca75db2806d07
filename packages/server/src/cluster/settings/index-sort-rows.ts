import { apiError } from '@sextant/contract';
import { final } from './setting-row.ts';
import { listType, type SettingType } from './setting-type.ts';

/** A list of words; `check` throws ApiError where one is none. */
function words(values: string, check: (word: string) => void): SettingType<readonly string[]> {
  return {
    values,
    read: (text, name) => {
      const items = listType.read(text, name).map((item) => item.trim());
      for (const item of items) check(item);
      return items;
    },
  };
}

const refused = (reason: string): Error => apiError('illegal_argument_exception', reason);

const orders = words('a list of asc, desc', (word) => {
  if (!/^(?:asc|desc)$/i.test(word)) throw refused(`Illegal sort order:${word}`);
});

const modes = words('a list of min, max', (word) => {
  if (/^(?:avg|sum|median)$/i.test(word)) {
    throw refused(`Illegal index sort mode:[${word.toUpperCase()}], must be one of [MAX, MIN]`);
  }
  if (!/^(?:min|max)$/i.test(word)) throw refused(`Illegal sort mode: ${word}`);
});

const missing = words('a list of _first, _last', (word) => {
  if (word === '_first' || word === '_last') return;
  throw refused(`Illegal missing value:[${word}], must be one of [_last, _first]`);
});

/** The order of the documents in each segment. */
export const indexSortRows = {
  'index.sort.field': final(listType, [], 'the order of documents in segments'),
  'index.sort.missing': final(missing, [], 'the order of documents in segments'),
  'index.sort.mode': final(modes, [], 'the order of documents in segments'),
  'index.sort.order': final(orders, [], 'the order of documents in segments'),
};

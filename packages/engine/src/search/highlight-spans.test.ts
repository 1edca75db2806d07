import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../testing/searchable.ts';

const text = 'quick brown fox jumps over the lazy dog and the quick dog sleeps';
const properties = { t: { type: 'text' }, o: { type: 'text', index_options: 'offsets' } };
const shard = searchableShard({ properties, segments: [[{ t: text, o: text }]] });

const term = (word: string) => ({ span_term: { t: word } });
const or = (...clauses: object[]) => ({ span_or: { clauses } });
const near = (slop: number, ...clauses: object[]) => ({ span_near: { clauses, slop, in_order: true } });

/** The text with what is marked in capitals, as each highlighter has it. */
function marked(query: object): Record<string, string | undefined> {
  const found: Record<string, string | undefined> = {};
  for (const type of ['unified', 'plain']) {
    const highlight = { type, number_of_fragments: 0, pre_tags: '<', post_tags: '>', fields: { t: {} } };
    const [hit] = searchShards([shard], { query, highlight }).hits;
    const [shown] = (hit?.highlight?.t ?? []) as string[];
    found[type] = shown?.replace(/<(\w+)>/g, (_, word: string) => word.toUpperCase());
  }
  return found;
}

test.each<[name: string, query: object, unified: string, plain?: string]>([
  [
    'any of several words beside another',
    near(0, or(term('quick'), term('lazy')), term('dog')),
    'quick brown fox jumps over the LAZY DOG and the QUICK DOG sleeps',
  ],
  [
    'spans within spans, where the plain one marks all words of the query that they reach over',
    near(5, or(near(0, term('quick'), term('brown')), term('the')), term('dog')),
    'QUICK BROWN fox jumps over THE lazy DOG and THE quick DOG sleeps',
    'QUICK BROWN fox jumps over THE lazy DOG and THE QUICK DOG sleeps',
  ],
  [
    'words at the beginning',
    { span_first: { match: or(term('quick'), term('dog')), end: 2 } },
    'QUICK brown fox jumps over the lazy dog and the quick dog sleeps',
  ],
  [
    'words that are not near others, which the unified one sees only where they are looked for, too',
    { span_not: { include: near(3, or(term('quick'), term('the')), term('dog')), exclude: term('lazy') } },
    'quick brown fox jumps over THE lazy DOG and THE QUICK DOG sleeps',
    'quick brown fox jumps over the lazy dog and THE QUICK DOG sleeps',
  ],
  [
    'words that are not near others which are looked for',
    {
      bool: {
        should: [
          term('lazy'),
          { span_not: { include: near(3, term('the'), term('dog')), exclude: term('lazy') } },
        ],
      },
    },
    'quick brown fox jumps over the LAZY dog and THE quick DOG sleeps',
  ],
  [
    'words around others',
    { span_containing: { big: near(5, term('the'), term('dog')), little: term('lazy') } },
    'quick brown fox jumps over THE LAZY DOG and the quick dog sleeps',
  ],
  [
    'words that begin so beside another',
    near(0, { span_multi: { match: { wildcard: { t: '*a*y' } } } }, term('dog')),
    'quick brown fox jumps over the LAZY DOG and the quick dog sleeps',
  ],
])('spans are marked where they stand: %s', (_name, query, unified, plain = unified) => {
  expect(marked(query)).toEqual({ unified, plain });
});

test('what spans leave out is looked for in texts whose words have their places in the index, too', () => {
  const own = (word: string) => ({ span_term: { o: word } });
  const include = near(3, or(own('quick'), own('the')), own('dog'));
  const query = { span_not: { include, exclude: own('lazy') } };
  const highlight = { number_of_fragments: 0, fields: { o: {} } };
  const [hit] = searchShards([shard], { query, highlight }).hits;
  expect(hit!.highlight!.o).toEqual([
    'quick brown fox jumps over the lazy dog and <em>the</em> <em>quick</em> <em>dog</em> sleeps',
  ]);
});

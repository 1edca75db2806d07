import { expect, test } from 'vitest';
import { newMetadata } from './new-metadata.ts';

test('a copy of an index may have analyzers that no new index gets', () => {
  const settings = {
    'index.analysis.filter.s.type': 'synonym',
    'index.analysis.filter.s.synonyms': ['a, b'],
    'index.analysis.analyzer.a.tokenizer': 'standard',
    'index.analysis.analyzer.a.filter': ['shingle', 's'],
  };
  const request = { name: 'i', settings, mappings: {}, aliases: {} };
  expect(() => newMetadata(request, 'u', 0, false)).toThrow('Failed to build analyzers: [a]');
  expect(newMetadata(request, 'u', 0, true).settings).toEqual(settings);
});

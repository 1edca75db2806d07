import { matchesWildcard } from '@sextant/contract';
import { metadataNames } from '../ingest-document.ts';
import { isList, javaText, type Value } from '../java-values.ts';
import type { ProcessorType } from '../processor.ts';
import type { Config } from '../processor-config.ts';

/** Characters that no name of a file may have, in the order in which OpenSearch lists them. */
const UNFIT = [' ', '"', '*', '\\', '<', '|', ',', '>', '/', '?'];

/** Removes fields whose names, or all but those whose names, are of a pattern. */
export const removeByPattern: ProcessorType = (config) => {
  const given = config.take('field_pattern');
  const kept = config.take('exclude_field_pattern');
  if ((given === undefined) === (kept === undefined)) {
    throw config.wrong('field_pattern', 'either field_pattern or exclude_field_pattern must be set');
  }
  const property = given === undefined ? 'exclude_field_pattern' : 'field_pattern';
  const patterns = readPatterns(config, property, (given ?? kept)!);
  return (document) => {
    for (const name of Object.keys(document.fields)) {
      if (metadataNames.has(name) || patterns.length === 0) continue;
      const matches = patterns.some((pattern) => matchesWildcard(pattern, name));
      if (matches === (given !== undefined)) delete document.fields[name];
    }
  };
};

function readPatterns(config: Config, property: string, value: Value): readonly string[] {
  const patterns = isList(value) ? value.map(javaText) : [javaText(value)];
  const problems = patterns.flatMap((pattern) =>
    problemsOf(pattern).map((each) => `${property} [${pattern}] ${each}`),
  );
  if (problems.length === 0) return patterns;
  const told = problems.map((problem, at) => `${at + 1}: ${problem};`).join('');
  throw config.wrong(property, `Validation Failed: ${told}`);
}

function problemsOf(pattern: string): string[] {
  const problems: string[] = [];
  for (const mark of ['#', ':']) if (pattern.includes(mark)) problems.push(`must not contain a '${mark}'`);
  if (pattern.startsWith('_')) problems.push("must not start with '_'");
  if (UNFIT.some((mark) => mark !== '*' && pattern.includes(mark))) {
    problems.push(`must not contain the following characters [${UNFIT.join(', ')}]`);
  }
  return problems;
}

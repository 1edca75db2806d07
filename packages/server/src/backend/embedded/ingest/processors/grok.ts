import { apiError, setOwn } from '@sextant/contract';
import { ExpressionError } from '../grok/expression-tree.ts';
import { grokPatterns } from '../grok/grok-patterns.ts';
import { TooManySteps } from '../grok/machine.ts';
import { checkCycles, GrokPattern, NotANumber, STEPS_MAX } from '../grok/pattern.ts';
import { failed } from '../ingest-document.ts';
import type { Value } from '../java-values.ts';
import type { ProcessorType } from '../processor.ts';
import type { Config } from '../processor-config.ts';
import { givenValue, textOf } from './field-values.ts';

const MATCH_INDEX = '_grok_match_index';
const traceGroup = /^match_(\d+)$/;

/** All patterns as one, of which the first that matches furthest to the left counts. */
function joined(patterns: readonly string[], isTraced: boolean): string {
  if (!isTraced && patterns.length === 1) return patterns[0]!;
  return patterns.map((each, i) => (isTraced ? `(?<match_${i}>${each})` : `(?:${each})`)).join('|');
}

function definitions(config: Config): ReadonlyMap<string, string> {
  const given = config.optionalMap('pattern_definitions');
  if (given === undefined) return grokPatterns;
  const bank = new Map(grokPatterns);
  for (const [name, pattern] of Object.entries(given)) {
    if (typeof pattern !== 'string') throw config.wrong('pattern_definitions', `[${name}] is not a string`);
    bank.set(name, pattern);
  }
  return bank;
}

function patternOf(config: Config, patterns: readonly string[], isTraced: boolean): GrokPattern {
  const bank = definitions(config);
  try {
    if (bank !== grokPatterns) checkCycles(bank);
    return new GrokPattern(joined(patterns, isTraced), bank);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const reason = `Invalid regex pattern found in: [${patterns.join(', ')}]. ${error.message}`;
    throw config.wrong('patterns', reason);
  }
}

/** Takes a text apart by named patterns. */
export const grok: ProcessorType = (config) => {
  const field = config.text('field');
  const patterns = config.texts('patterns');
  const ignoreMissing = config.flag('ignore_missing', false);
  const isTraced = config.flag('trace_match', false);
  const keepsAll = config.flag('capture_all_matches', false);
  if (patterns.length === 0) throw config.wrong('patterns', 'List of patterns must not be empty');
  const pattern = patternOf(config, patterns, isTraced);
  return (document) => {
    const value = givenValue(document, { field, ignoreMissing }, 'process it.');
    if (value === undefined) return;
    const text = textOf(field, value);
    const found = matched(pattern, text, (steps) => document.work(steps));
    if (found === undefined) throw failed(`Provided Grok expressions do not match field value: [${text}]`);
    for (const [name, values] of found) {
      const traced = isTraced ? traceGroup.exec(name) : null;
      if (traced !== null) setOwn<Value>(document.ingest, MATCH_INDEX, traced[1]!);
      else document.set(name, keepsAll && values.length > 1 ? [...values] : values[0]!);
    }
  };
};

function matched(
  pattern: GrokPattern,
  text: string,
  charge: (steps: number) => void,
): ReturnType<GrokPattern['match']> {
  try {
    return pattern.match(text, charge);
  } catch (error) {
    if (error instanceof NotANumber) throw apiError('number_format_exception', error.message);
    if (!(error instanceof TooManySteps)) throw error;
    const reason = `grok pattern matching was interrupted after [${STEPS_MAX}] steps`;
    throw apiError('runtime_exception', reason);
  }
}

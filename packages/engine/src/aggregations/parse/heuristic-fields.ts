import { ApiError, apiError, table } from '@sextant/contract';
import { isObject, type JsonObject } from '../../dsl/json-reader.ts';
import { inPlaceOf, membersOf } from '../../dsl/read-place.ts';
import { didYouMean } from '../../dsl/suggestions.ts';
import { readScript, type ScriptSpec } from '../../script/script-spec.ts';
import {
  type CountOptions,
  chiSquare,
  gnd,
  type Heuristic,
  jlh,
  mutualInformation,
  percentage,
  scripted,
} from '../significance/heuristics.ts';
import { booleanField, type FieldParsers, readFields } from './field-parsers.ts';

type Reader = (name: string, body: JsonObject) => Heuristic;

const HEURISTICS: Readonly<Record<string, Reader>> = table({
  jlh: (name, body) => {
    readFields(name, body, {});
    return jlh;
  },
  percentage: (name, body) => {
    readFields(name, body, {});
    return percentage;
  },
  mutual_information: (name, body) => mutualInformation(countOptions(name, body)),
  chi_square: (name, body) => chiSquare(countOptions(name, body)),
  gnd: (name, body) => gnd(gndSuperset(name, body)),
  script_heuristic: (name, body) => {
    let script: ScriptSpec | null = null;
    readFields(name, body, {
      script: {
        tokens: ['START_OBJECT', 'VALUE_STRING'],
        read: (value) => {
          script = readScript(value);
        },
      },
    });
    if (script === null) throw apiError('illegal_argument_exception', 'Required [script]');
    return scripted(script);
  },
});

function supersetParsers(set: (value: boolean) => void): FieldParsers {
  return { background_is_superset: booleanField(set) };
}

function countOptions(name: string, body: JsonObject): CountOptions {
  const options = { includeNegatives: false, backgroundIsSuperset: true };
  readFields(name, body, {
    include_negatives: booleanField((value) => {
      options.includeNegatives = value;
    }),
    ...supersetParsers((value) => {
      options.backgroundIsSuperset = value;
    }),
  });
  return options;
}

function gndSuperset(name: string, body: JsonObject): boolean {
  let isSuperset = true;
  readFields(
    name,
    body,
    supersetParsers((value) => {
      isSuperset = value;
    }),
  );
  return isSuperset;
}

/**
 * Reads the members of a body by their parsers, and the heuristic that one of them may name; of several the last one counts.
 * Throws as `readFields`, but unknown names are named as where anybody could add a heuristic.
 */
export function readWithHeuristic(type: string, body: JsonObject, parsers: FieldParsers): Heuristic {
  let heuristic: Heuristic = jlh;
  const known: [name: string, value: unknown][] = [];
  for (const [name, value] of membersOf(body)) {
    if (Object.hasOwn(parsers, name)) {
      known.push([name, value]);
      continue;
    }
    const reader = Object.hasOwn(HEURISTICS, name) ? HEURISTICS[name] : undefined;
    if (reader === undefined) throw unknownMember(type, name, parsers);
    if (!isObject(value)) {
      const reason = `[${name}] Expected START_OBJECT but was: END_OBJECT`;
      throw apiError('x_content_parse_exception', reason);
    }
    heuristic = reader(name, value);
  }
  readFields(type, inPlaceOf(body, Object.fromEntries(known)), parsers);
  return heuristic;
}

function unknownMember(type: string, name: string, parsers: FieldParsers): ApiError {
  const cause = { type: 'named_object_not_found_exception', reason: `unknown field [${name}]` } as const;
  const known = [...Object.keys(parsers), ...Object.keys(HEURISTICS)];
  const reason = `[${type}] unknown field [${name}]${didYouMean(name, known)}`;
  return new ApiError({
    type: 'x_content_parse_exception',
    reason,
    causedBy: cause,
    rootCause: [cause],
  });
}

import type { SegmentReader } from '../segment/segment-reader.ts';
import type { ScriptContext } from './compile/scope.ts';
import type { ContextFunction, ContextFunctions } from './context-function.ts';
import type { ScriptState } from './frame.ts';
import { JavaError } from './java-error.ts';
import { PainlessSearchScript } from './painless-search-script.ts';
import { languageFor } from './script-language.ts';
import type { ScriptSpec } from './script-spec.ts';
import { given, type ScriptPlace } from './search-script.ts';
import { JavaDouble, JavaFloat, JavaLong, textOf } from './values.ts';

/** Two numbers that a script has emitted together. */
export class EmittedPoint {
  readonly lat: number;
  readonly lon: number;
  constructor(lat: number, lon: number) {
    this.lat = lat;
    this.lon = lon;
  }
}

/** The place of what was emitted among `ScriptState.variables`. */
const EMITTED = 3;
const BYTES_MAX = 1 << 20;

/** What one document's script has emitted so far. */
class Emitted {
  readonly values: unknown[] = [];
  #bytes = 0;

  add(value: unknown): void {
    this.#bytes += bytesOf(value);
    if (this.#bytes > BYTES_MAX) {
      throw new JavaError(
        'illegal_state_exception',
        'Exceeded maximum allowed byte size for emitted values',
        ['org.opensearch.script.DerivedFieldScript.addEmittedValue(DerivedFieldScript.java:109)', EMIT],
      );
    }
    this.values.push(value);
  }
}

const EMIT = 'org.opensearch.script.ScriptEmitValues$EmitSingle.emit(ScriptEmitValues.java:41)';

function bytesOf(value: unknown): number {
  if (value === null) return 0;
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number' || value instanceof JavaFloat) return 4;
  if (typeof value === 'boolean') return 1;
  if (value instanceof JavaDouble || value instanceof JavaLong) return 8;
  if (value instanceof EmittedPoint) return 16;
  throw new JavaError(
    'illegal_argument_exception',
    `Unsupported object type passed in emit() - ${textOf(value)}`,
    [
      'org.opensearch.script.DerivedFieldScript.getObjectByteSize(DerivedFieldScript.java:132)',
      'org.opensearch.script.DerivedFieldScript.addEmittedValue(DerivedFieldScript.java:103)',
      EMIT,
    ],
  );
}

function emit(params: readonly string[], made: (...values: never[]) => unknown): ContextFunction {
  return {
    params,
    returns: 'void',
    bound: 0,
    ofDocument: true,
    takesNull: true,
    make:
      (state: ScriptState) =>
      (...values: never[]) => {
        (state.variables[EMITTED] as Emitted).add(made(...values));
        return null;
      },
  };
}

const functions: ContextFunctions = new Map([
  ['emit/1', emit(['def'], (value: unknown) => value)],
  ['emit/2', emit(['double', 'double'], (lat: number, lon: number) => new EmittedPoint(lat, lon))],
]);

const context: ScriptContext = { name: 'derived_field', returns: 'void', variables: given, functions };

/** What a derived field's script makes of the documents of a shard. */
export class DerivedScript {
  readonly #script: PainlessSearchScript;

  /** Throws ApiError: `script_exception` where it cannot be compiled. */
  constructor(spec: ScriptSpec, place: ScriptPlace) {
    languageFor(spec, context.name, place.budget);
    this.#script = new PainlessSearchScript(spec, context, place);
  }

  setSegment(segment: SegmentReader): void {
    this.#script.setSegment(segment);
  }

  /** In the order in which they were emitted. Throws ApiError `script_exception`, and what the budget throws. */
  valuesOf(doc: number): readonly unknown[] {
    const emitted = new Emitted();
    this.#script.run(doc, 0, emitted);
    return emitted.values;
  }
}

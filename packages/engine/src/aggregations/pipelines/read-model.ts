import { ApiError, apiError, type ErrorCause } from '@sextant/contract';
import { type JsonObject, parsingError } from '../../dsl/json-reader.ts';
import { javaClass, javaDouble } from '../../mapping/java-text.ts';
import { exponential, linear, type MovingModel, simple, withSeasons, withTrend } from './moving-models.ts';

/** The settings of a model, each read once. */
class Settings {
  readonly #left: Map<string, unknown>;
  readonly #model: string;

  constructor(model: string, settings: JsonObject | null) {
    this.#model = model;
    this.#left = new Map(Object.entries(settings ?? {}));
  }

  #take(name: string): unknown {
    const value = this.#left.get(name) ?? null;
    if (value !== null) this.#left.delete(name);
    return value;
  }

  #refuse(reason: string): ApiError {
    const causedBy = { type: 'parse_exception', reason } as ErrorCause;
    return new ApiError({
      type: 'parsing_exception',
      reason: `Could not parse settings for model [${this.#model}].`,
      causedBy,
    });
  }

  #wrong(name: string, wanted: string, value: unknown): ApiError {
    const given = `type \`${javaClass(value)}\` provided instead`;
    return this.#refuse(`Parameter [${name}] must be ${wanted}, ${given}`);
  }

  /** From 0 to 1. */
  weight(name: string, otherwise: number): number {
    const value = this.#take(name);
    if (value === null) return otherwise;
    if (typeof value !== 'number') throw this.#wrong(name, 'a double', value);
    if (value >= 0 && value <= 1) return value;
    const range = 'must be between 0-1 inclusive.  Providedvalue was';
    throw this.#refuse(`Parameter [${name}] ${range} [${javaDouble(value)}]`);
  }

  whole(name: string, otherwise: number): number {
    const value = this.#take(name);
    if (value === null) return otherwise;
    if (typeof value !== 'number') throw this.#wrong(name, 'an integer', value);
    return Math.trunc(value);
  }

  flag(name: string, otherwise: boolean): boolean {
    const value = this.#take(name);
    if (value === null) return otherwise;
    if (typeof value !== 'boolean') throw this.#wrong(name, 'a boolean', value);
    return value;
  }

  isMultiplicative(): boolean {
    const value = this.#take('type');
    if (value === null) return false;
    if (typeof value !== 'string') throw this.#wrong('type', 'a String', value);
    if (value === 'add' || value === 'mult') return value === 'mult';
    const reason = `failed to parse seasonality type [${value}]. accepted values are [[add, mult]]`;
    throw apiError('parse_exception', reason);
  }

  end(): void {
    if (this.#left.size === 0) return;
    throw this.#refuse(`Unrecognized parameter(s): [[${[...this.#left.keys()].join(', ')}]]`);
  }
}

/** A model by its name and settings. Throws parsing_exception. `window`: of the average. */
export function readModel(name: string, given: JsonObject | null, window: number): MovingModel {
  const settings = new Settings(name, given);
  const model = modelOf(name, settings);
  settings.end();
  if (name === 'holt_winters' && window < model.least) {
    const reason =
      'Field [window] must be at least twice as large as the period when using Holt-Winters.  Value provided was ' +
      `[${window}], which is less than (2*period) == ${model.least}`;
    throw apiError('illegal_argument_exception', reason);
  }
  return model;
}

function modelOf(name: string, settings: Settings): MovingModel {
  if (name === 'simple') return simple;
  if (name === 'linear') return linear;
  if (name === 'ewma') return exponential(settings.weight('alpha', 0.3));
  if (name === 'holt') return withTrend(settings.weight('alpha', 0.3), settings.weight('beta', 0.1));
  if (name !== 'holt_winters') throw parsingError(`no [moving_avg_model] registered for [${name}]`);
  const weights = [
    settings.weight('alpha', 0.3),
    settings.weight('beta', 0.1),
    settings.weight('gamma', 0.3),
  ] as const;
  const period = settings.whole('period', 1);
  // OpenSearch looks for values before the first one then.
  if (period < 1)
    throw apiError(
      'illegal_argument_exception',
      `[period] of model [${name}] must be at least 1, but was [${period}]`,
    );
  const multiplicative = settings.isMultiplicative();
  const isPadded = settings.flag('pad', multiplicative);
  return withSeasons(weights, period, { multiplicative, padding: multiplicative && isPadded ? 1e-10 : 0 });
}

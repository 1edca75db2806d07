import { ApiError, apiError } from '@sextant/contract';

/** Parameters of an analyzer, tokenizer or filter, as they stand in the settings or a request. */
export type Parameters = Readonly<Record<string, unknown>>;

/** A list setting: an array, or text separated by commas. */
export function listOf(value: unknown): string[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.map(String);
  return String(value)
    .split(',')
    .map((part) => part.trim());
}

export function invalid(reason: string): ApiError {
  return apiError('illegal_argument_exception', reason);
}

const INTEGER = /^[+-]?\d+$/;
const FLOAT = /^[+-]?(?:Infinity|NaN|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)$/;
const INT_MAX = 0x7fffffff;

/** The parameters of one component, read with OpenSearch's defaults and errors. */
export class ComponentSettings {
  /** As it is called in errors; of a request's own `__anonymous__TYPE`. */
  readonly name: string;
  readonly #values: Parameters;

  constructor(name: string, values: Parameters) {
    this.name = name;
    this.#values = values;
  }

  has(name: string): boolean {
    return this.#values[name] !== undefined && this.#values[name] !== null;
  }

  text(name: string): string | undefined {
    const value = this.#values[name];
    if (value === undefined || value === null) return undefined;
    return Array.isArray(value) ? `[${value.map(String).join(', ')}]` : String(value);
  }

  list(name: string): string[] {
    return listOf(this.#values[name]);
  }

  integer(name: string, otherwise: number): number {
    const text = this.text(name);
    if (text === undefined) return otherwise;
    const value = Number(text);
    if (INTEGER.test(text) && Math.abs(value) <= INT_MAX) return value;
    throw new ApiError({
      type: 'settings_exception',
      reason: `Failed to parse int setting [${name}] with value [${text}]`,
      causedBy: { type: 'number_format_exception', reason: `For input string: "${text}"` },
    });
  }

  float(name: string, otherwise: number): number {
    const text = this.text(name);
    if (text === undefined) return otherwise;
    if (FLOAT.test(text)) return Number(text);
    throw new ApiError({
      type: 'settings_exception',
      reason: `Failed to parse float setting [${name}] with value [${text}]`,
      causedBy: {
        type: 'number_format_exception',
        reason: text === '' ? 'empty String' : `For input string: "${text}"`,
      },
    });
  }

  flag(name: string, otherwise: boolean): boolean {
    const text = this.text(name);
    if (text === undefined) return otherwise;
    if (text === 'true' || text === 'false') return text === 'true';
    throw invalid(`Failed to parse value [${text}] as only [true] or [false] are allowed.`);
  }

  /** As OpenSearch prints it in errors. */
  toString(): string {
    const entries = Object.entries(this.#values).sort(([a], [b]) => (a < b ? -1 : 1));
    const shown = entries.map(([key, value]) => [
      key,
      Array.isArray(value) ? value.map(String) : String(value),
    ]);
    return JSON.stringify(Object.fromEntries(shown));
  }
}

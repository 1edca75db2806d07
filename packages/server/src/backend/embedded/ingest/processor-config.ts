import { ApiError, apiError, type ErrorType } from '@sextant/contract';
import {
  className,
  copyOf,
  isKeptNumber,
  isList,
  isNumber,
  isValues,
  javaText,
  type Value,
  type Values,
} from './java-values.ts';

/** Whose properties are read, for the texts of errors. */
export interface Owner {
  readonly type?: string | undefined;
  readonly tag?: string | undefined;
}

/**
 * The properties of a processor or a pipeline. Each is taken when it is read: what is left is not known. Errors are
 * those of OpenSearch's ConfigurationUtils.
 */
export class Config {
  readonly owner: Owner;
  readonly #left: Map<string, Value>;

  constructor(values: Values, owner: Owner = {}) {
    this.#left = new Map(Object.entries(values));
    this.owner = owner;
  }

  /** The names of what nobody has read. */
  get unread(): readonly string[] {
    return [...this.#left.keys()];
  }

  /** The same owner with other properties: those that have been read already. */
  with(values: Readonly<Record<string, Value | undefined>>): Config {
    const given = Object.entries(values).filter(([, value]) => value !== undefined);
    return new Config(Object.fromEntries(given) as Values, this.owner);
  }

  of(owner: Owner): Config {
    return new Config(Object.fromEntries(this.#left), owner);
  }

  /** Undefined also where it is null. */
  take(name: string): Value | undefined {
    const value = this.#left.get(name);
    this.#left.delete(name);
    return value ?? undefined;
  }

  required(name: string): Value {
    const value = this.take(name);
    if (value === undefined) throw this.missing(name);
    return value;
  }

  missing(name: string): ApiError {
    return this.wrong(name, 'required property is missing');
  }

  text(name: string): string {
    return this.#typed(name, this.required(name), 'string', isText);
  }

  optionalText(name: string): string | undefined {
    const value = this.take(name);
    return value === undefined ? undefined : this.#typed(name, value, 'string', isText);
  }

  textOrNumber(name: string): string {
    const value = this.required(name);
    if (typeof value === 'string') return value;
    if (isNumber(value)) return javaText(value);
    throw this.wrong(name, `property isn't a string or int, but of type [${className(value)}]`);
  }

  flag(name: string, absent: boolean): boolean {
    const value = this.take(name);
    return value === undefined ? absent : this.#typed(name, value, 'boolean', (v) => typeof v === 'boolean');
  }

  whole(name: string): number | undefined {
    const value = this.take(name);
    if (value === undefined) return undefined;
    const text = javaText(value);
    if (/^[+-]?\d+$/.test(text) && Math.abs(Number(text)) < 2 ** 31) return Number(text);
    throw this.wrong(name, `property cannot be converted to an int [${text}]`);
  }

  list(name: string): readonly Value[] {
    return this.#typed(name, this.required(name), 'list', isList);
  }

  optionalList(name: string): readonly Value[] | undefined {
    const value = this.take(name);
    return value === undefined ? undefined : this.#typed(name, value, 'list', isList);
  }

  /** Texts of a list. */
  texts(name: string): readonly string[] {
    return this.list(name).map(javaText);
  }

  map(name: string): Values {
    return this.#typed(name, this.required(name), 'map', isValues);
  }

  optionalMap(name: string): Values | undefined {
    const value = this.take(name);
    return value === undefined ? undefined : this.#typed(name, value, 'map', isValues);
  }

  #typed<T extends Value>(name: string, value: Value, kind: string, fits: (value: Value) => value is T): T {
    if (fits(value)) return value;
    throw this.wrong(name, `property isn't a ${kind}, but of type [${className(value)}]`);
  }

  /** What is wrong with a property, or with the whole. */
  wrong(name: string | undefined, reason: string, type: ErrorType = 'parse_exception'): ApiError {
    const text = name === undefined ? reason : `[${name}] ${reason}`;
    return apiError(type, text, ownerDetails(this.owner, name));
  }
}

const isText = (value: Value): value is string => typeof value === 'string';

function ownerDetails({ type, tag }: Owner, property?: string): Record<string, string> {
  return {
    ...(type === undefined ? {} : { processor_type: type }),
    ...(tag === undefined ? {} : { processor_tag: tag }),
    ...(property === undefined ? {} : { property_name: property }),
  };
}

/** An error of what a processor is made of, told as the processor's. */
export function ofProcessor(error: ApiError, owner: Owner): ApiError {
  const { error: cause } = error;
  return new ApiError({ ...cause, details: { ...ownerDetails(owner), ...cause.details } });
}

/** The properties as they may be changed by reading. */
export function configOf(value: Value): Values | undefined {
  return isValues(value) && !isKeptNumber(value) ? (copyOf(value) as Values) : undefined;
}

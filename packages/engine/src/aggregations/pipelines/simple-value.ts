import { Double, type JsonMap } from '@sextant/contract';
import type { ResultName } from '../aggregation-tree.ts';
import { PipelineResult } from '../internal-aggregation.ts';
import type { ValueFormat } from '../values/value-format.ts';

/** One number, null where it is none. */
export class SimpleValue extends PipelineResult {
  readonly #value: number;
  readonly #format: ValueFormat;

  constructor(node: ResultName, value: number, format: ValueFormat) {
    super(node);
    this.#value = value;
    this.#format = format;
  }

  get typedName(): string {
    return 'simple_value';
  }

  override get value(): number {
    return this.#value;
  }

  render(): JsonMap {
    return shown('value', this.#value, this.#format);
  }
}

/** A number under a name, and its text beside it where its format is not the plain one. */
export function shown(name: string, value: number, format: ValueFormat): JsonMap {
  if (!Number.isFinite(value)) return { [name]: null };
  if (format.raw) return { [name]: new Double(value) };
  return { [name]: new Double(value), [`${name}_as_string`]: format.text(value) };
}

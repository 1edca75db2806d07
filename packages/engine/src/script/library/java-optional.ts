import { JavaError } from '../java-error.ts';
import { JavaValue, textOf } from '../values.ts';

/** `Optional`, `OptionalInt` and their like. */
export class JavaOptional extends JavaValue {
  readonly javaClass: string;
  /** null = empty. */
  readonly value: unknown;
  constructor(javaClass: string, value: unknown) {
    super();
    this.javaClass = javaClass;
    this.value = value;
  }

  override text(): string {
    return this.value === null ? `${this.javaClass}.empty` : `${this.javaClass}[${textOf(this.value)}]`;
  }

  get(): unknown {
    if (this.value === null) throw new JavaError('no_such_element_exception', 'No value present');
    return this.value;
  }
}

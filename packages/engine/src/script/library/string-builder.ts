import { meter } from '../meter.ts';
import { compareTexts, JavaValue } from '../values.ts';

/** Characters that are put into one piece in the time of an operation. */
const JOINED_PER_UNIT = 64;

/** `StringBuilder`, and what is like it. */
export class JavaStringBuilder extends JavaValue {
  readonly javaClass: string;
  #value: string;
  /** Something was appended since it was last looked at: it is in pieces. */
  #isLoose = false;
  constructor(javaClass: string, value: string) {
    super();
    this.javaClass = javaClass;
    this.#value = value;
  }

  get length(): number {
    return this.#value.length;
  }

  /** What looks at it puts all its pieces together, which is counted. */
  get value(): string {
    if (this.#isLoose) {
      this.#isLoose = false;
      meter.pass(this.#value.length / JOINED_PER_UNIT);
    }
    return this.#value;
  }

  set value(value: string) {
    this.#value = value;
  }

  compareTo(other: JavaStringBuilder): number {
    return compareTexts(this.value, other.value);
  }

  append(text: string): this {
    this.#value += text;
    this.#isLoose = true;
    return this;
  }

  override text(): string {
    return this.value;
  }
}

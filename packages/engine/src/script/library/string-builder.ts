import { JavaValue } from '../values.ts';

/** `StringBuilder`, and what is like it. */
export class JavaStringBuilder extends JavaValue {
  readonly javaClass: string;
  value: string;
  constructor(javaClass: string, value: string) {
    super();
    this.javaClass = javaClass;
    this.value = value;
  }

  override text(): string {
    return this.value;
  }
}

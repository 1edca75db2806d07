import { textOf } from '../values.ts';
import { type JavaClass, javaClass } from './class-table.ts';
import { JavaStringBuilder } from './string-builder.ts';

/** `StringJoiner`: what is between its marks so far. */
class JavaJoiner extends JavaStringBuilder {
  readonly by: string;
  readonly marks: readonly [string, string];
  isEmpty = true;
  empty: string | null = null;

  constructor(by: unknown, before: unknown, after: unknown) {
    super('StringJoiner', '');
    this.by = textOf(by);
    this.marks = [textOf(before), textOf(after)];
  }

  override text(): string {
    if (this.isEmpty && this.empty !== null) return this.empty;
    return this.marks[0] + this.value + this.marks[1];
  }

  add(item: unknown): this {
    const text = this.isEmpty ? textOf(item) : this.by + textOf(item);
    this.isEmpty = false;
    return this.append(text);
  }
}

export const joinerClasses: readonly JavaClass[] = [
  javaClass({
    name: 'StringJoiner',
    fullName: 'java.util.StringJoiner',
    members: {
      'new StringJoiner(CharSequence)': (by: unknown) => new JavaJoiner(by, '', ''),
      'new StringJoiner(CharSequence, CharSequence, CharSequence)': (
        by: unknown,
        before: unknown,
        after: unknown,
      ) => new JavaJoiner(by, before, after),
      'StringJoiner add(CharSequence)': (self: JavaJoiner, item: unknown) => self.add(item),
      'StringJoiner merge(StringJoiner)': (self: JavaJoiner, other: JavaJoiner) =>
        other.isEmpty ? self : self.add(other.value),
      'StringJoiner setEmptyValue(CharSequence)': (self: JavaJoiner, text: unknown) => {
        self.empty = textOf(text);
        return self;
      },
      'int length()': (self: JavaJoiner) => self.text().length,
      'String toString()': (self: JavaJoiner) => self.text(),
    },
  }),
];

import { badArgument } from '../java-error.ts';
import { JavaArray, JavaValue, type LongValue, textOf } from '../values.ts';
import { type JavaClass, javaClass } from './class-table.ts';
import { dateTimeError, monthNames, negated } from './date-ranges.ts';

/** An enumeration's value: `MONDAY`, `MARCH`. */
export class JavaName extends JavaValue {
  readonly javaClass: string;
  readonly value: number;
  readonly #names: readonly string[];
  constructor(javaName: string, names: readonly string[], value: number) {
    super();
    this.javaClass = javaName;
    this.#names = names;
    this.value = value;
  }

  override text(): string {
    return this.#names[this.value - 1]!;
  }

  override equalTo(other: unknown): boolean {
    return other instanceof JavaName && other.javaClass === this.javaClass && other.value === this.value;
  }

  compareTo(other: unknown): number {
    return this.value - (other as JavaName).value;
  }

  /** So many later, over and over. */
  plus(by: LongValue): JavaName {
    const { length } = this.#names;
    const steps = Number(BigInt(by) % BigInt(length));
    return new JavaName(this.javaClass, this.#names, ((this.value - 1 + steps + length) % length) + 1);
  }
}

const weekdays = 'MONDAY TUESDAY WEDNESDAY THURSDAY FRIDAY SATURDAY SUNDAY'.split(' ');
export function weekdayName(value: number): JavaName {
  return new JavaName('DayOfWeek', weekdays, value);
}

export function monthName(value: number): JavaName {
  return new JavaName('Month', monthNames, value);
}

/** `TextStyle` */
class JavaStyle extends JavaValue {
  readonly javaClass = 'TextStyle';
  readonly name: string;
  constructor(name: string) {
    super();
    this.name = name;
  }

  override text(): string {
    return this.name;
  }
}

/** English names; the root locale knows short ones alone. */
function display(self: JavaName, style: unknown, locale: unknown): string {
  const name = self.text().charAt(0) + self.text().slice(1).toLowerCase();
  const wanted = textOf(style);
  if (wanted.startsWith('NARROW') && textOf(locale) !== '') return name.charAt(0);
  return wanted.startsWith('FULL') && textOf(locale) !== '' ? name : name.slice(0, 3);
}

const styleNames = 'FULL FULL_STANDALONE SHORT SHORT_STANDALONE NARROW NARROW_STANDALONE'.split(' ');
const textStyle = javaClass({
  name: 'TextStyle',
  fullName: 'java.time.format.TextStyle',
  constants: Object.fromEntries(styleNames.map((name) => [`TextStyle ${name}`, new JavaStyle(name)])),
});

function nameClass(name: string, names: readonly string[], field: string): JavaClass {
  return javaClass({
    name,
    fullName: `java.time.${name}`,
    supers: ['Comparable'],
    constants: Object.fromEntries(
      names.map((each, i) => [`${name} ${each}`, new JavaName(name, names, i + 1)]),
    ),
    members: {
      'int getValue()': (self: JavaName) => self.value,
      'int ordinal()': (self: JavaName) => self.value - 1,
      'String name()': (self: JavaName) => self.text(),
      'String getDisplayName(TextStyle, Locale)': display,
      [`${name} plus(long)`]: (self: JavaName, by: LongValue) => self.plus(by),
      [`${name} minus(long)`]: (self: JavaName, by: LongValue) => self.plus(negated(by)),
      [`static ${name} of(int)`]: (value: number) => {
        if (value < 1 || value > names.length) throw dateTimeError(`Invalid value for ${field}: ${value}`);
        return new JavaName(name, names, value);
      },
      [`static ${name} valueOf(String)`]: (text: string) => {
        const at = names.indexOf(text);
        if (at < 0) throw badArgument(`No enum constant java.time.${name}.${text}`);
        return new JavaName(name, names, at + 1);
      },
      [`static ${name}[] values()`]: () =>
        new JavaArray(
          name,
          names.map((_, i) => new JavaName(name, names, i + 1)),
        ),
    },
  });
}

export const dateNameClasses: readonly JavaClass[] = [
  textStyle,
  nameClass('DayOfWeek', weekdays, 'DayOfWeek'),
  nameClass('Month', monthNames, 'MonthOfYear'),
];

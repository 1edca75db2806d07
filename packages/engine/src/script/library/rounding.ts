import { JavaError } from '../java-error.ts';
import { JavaArray, JavaValue } from '../values.ts';
import type { JavaBigDecimal, Rounding } from './big-numbers.ts';
import { javaClass } from './class-table.ts';

const roundings: readonly Rounding[] = [
  'UP',
  'DOWN',
  'CEILING',
  'FLOOR',
  'HALF_UP',
  'HALF_DOWN',
  'HALF_EVEN',
  'UNNECESSARY',
];

export class JavaRounding extends JavaValue {
  readonly javaClass = 'RoundingMode';
  readonly mode: Rounding;

  constructor(mode: Rounding) {
    super();
    this.mode = mode;
  }

  override text(): string {
    return this.mode;
  }
}

const roundingModes = new Map(roundings.map((mode) => [mode as string, new JavaRounding(mode)]));

/** Throws IllegalArgumentException where there is none of the name. */
export function roundingOf(name: string): JavaRounding {
  const found = roundingModes.get(name);
  if (found !== undefined) return found;
  throw new JavaError('illegal_argument_exception', `No enum constant java.math.RoundingMode.${name}`);
}

const rounding = javaClass({
  name: 'RoundingMode',
  fullName: 'java.math.RoundingMode',
  supers: ['Comparable'],
  constants: Object.fromEntries([...roundingModes].map(([name, mode]) => [`RoundingMode ${name}`, mode])),
  members: {
    'static RoundingMode valueOf(String)': roundingOf,
    'static RoundingMode[] values()': () => new JavaArray('RoundingMode', [...roundingModes.values()]),
    'String name()': (self: JavaRounding) => self.mode,
    'int ordinal()': (self: JavaRounding) => roundings.indexOf(self.mode),
  },
});

export class JavaMathContext extends JavaValue {
  readonly javaClass = 'MathContext';
  readonly precision: number;
  readonly rounding: JavaRounding;

  constructor(precision: number, mode: JavaRounding) {
    super();
    if (precision < 0) throw new JavaError('illegal_argument_exception', 'Digits < 0');
    this.precision = precision;
    this.rounding = mode;
  }

  override text(): string {
    return `precision=${this.precision} roundingMode=${this.rounding.mode}`;
  }

  of(value: JavaBigDecimal): JavaBigDecimal {
    return value.rounded(this.precision, this.rounding.mode);
  }
}

const contextOf = (precision: number, mode: Rounding): JavaMathContext =>
  new JavaMathContext(precision, roundingOf(mode));

const mathContext = javaClass({
  name: 'MathContext',
  fullName: 'java.math.MathContext',
  constants: {
    'MathContext UNLIMITED': contextOf(0, 'HALF_UP'),
    'MathContext DECIMAL32': contextOf(7, 'HALF_EVEN'),
    'MathContext DECIMAL64': contextOf(16, 'HALF_EVEN'),
    'MathContext DECIMAL128': contextOf(34, 'HALF_EVEN'),
  },
  members: {
    'new make(int)': (precision: number) => contextOf(precision, 'HALF_UP'),
    'new make(int, RoundingMode)': (precision: number, mode: JavaRounding) =>
      new JavaMathContext(precision, mode),
    'int getPrecision()': (self: JavaMathContext) => self.precision,
    'RoundingMode getRoundingMode()': (self: JavaMathContext) => self.rounding,
  },
});

export const roundingClasses = [mathContext, rounding];

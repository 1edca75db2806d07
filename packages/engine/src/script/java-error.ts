import type { ErrorType } from '@sextant/contract';

/** Classes of exceptions that scripts may name, catch and make, with the class that each extends. */
const parents: ReadonlyMap<string, string> = new Map([
  ['Exception', ''],
  ['RuntimeException', 'Exception'],
  ['IllegalArgumentException', 'RuntimeException'],
  ['IllegalStateException', 'RuntimeException'],
  ['ArithmeticException', 'RuntimeException'],
  ['ClassCastException', 'RuntimeException'],
  ['NullPointerException', 'RuntimeException'],
  ['UnsupportedOperationException', 'RuntimeException'],
  ['NoSuchElementException', 'RuntimeException'],
  ['IndexOutOfBoundsException', 'RuntimeException'],
  ['ArrayIndexOutOfBoundsException', 'IndexOutOfBoundsException'],
  ['StringIndexOutOfBoundsException', 'IndexOutOfBoundsException'],
  ['NumberFormatException', 'IllegalArgumentException'],
  ['DateTimeException', 'RuntimeException'],
  ['DateTimeParseException', 'DateTimeException'],
  ['UnsupportedTemporalTypeException', 'DateTimeException'],
  ['ZoneRulesException', 'DateTimeException'],
  ['ConcurrentModificationException', 'RuntimeException'],
  ['NegativeArraySizeException', 'RuntimeException'],
  ['EmptyStackException', 'RuntimeException'],
  ['ParseException', 'Exception'],
  ['IllegalFormatConversionException', 'IllegalArgumentException'],
  ['IllegalFormatPrecisionException', 'IllegalArgumentException'],
  ['IllegalFormatWidthException', 'IllegalArgumentException'],
  ['MissingFormatArgumentException', 'IllegalArgumentException'],
  ['UnknownFormatConversionException', 'IllegalArgumentException'],
]);

/** Of those that are not in `java.lang`. */
const packages: ReadonlyMap<string, string> = new Map([
  ['NoSuchElementException', 'java.util'],
  ['ConcurrentModificationException', 'java.util'],
  ['EmptyStackException', 'java.util'],
  ['IllegalFormatConversionException', 'java.util'],
  ['IllegalFormatPrecisionException', 'java.util'],
  ['IllegalFormatWidthException', 'java.util'],
  ['MissingFormatArgumentException', 'java.util'],
  ['ParseException', 'java.text'],
  ['UnknownFormatConversionException', 'java.util'],
  ['DateTimeException', 'java.time'],
  ['DateTimeParseException', 'java.time.format'],
  ['UnsupportedTemporalTypeException', 'java.time.temporal'],
  ['ZoneRulesException', 'java.time.zone'],
]);

export function fullNameOf(javaName: string): string {
  return `${packages.get(javaName) ?? 'java.lang'}.${javaName}`;
}

/** What Java code throws, as far as scripts see it; `type` is how answers call it. */
export class JavaError extends Error {
  readonly type: ErrorType;
  readonly reason: string | null;
  /** Short name of the class, for `catch`. Errors, such as a stack that overflows, cannot be caught. */
  readonly javaName: string;
  /** Where in the script it was made, or first failed; null where that is where it is thrown now. */
  at: number | null = null;
  /** What it came of, as answers tell it too. */
  because: JavaError | null = null;
  /** Lines of a stack that answers show above those of the script. */
  readonly frames: readonly string[];

  constructor(type: ErrorType, reason: string | null, frames: readonly string[] = [], javaName?: string) {
    const { stackTraceLimit } = Error;
    // The script's stack is told, never that of its host, which would take longer than all else that is thrown.
    Error.stackTraceLimit = 0;
    super(reason ?? type);
    Error.stackTraceLimit = stackTraceLimit;
    this.type = type;
    this.reason = reason;
    this.frames = frames;
    this.javaName = javaName ?? classOf(type);
  }

  causedBy(error: JavaError): this {
    this.because = error;
    return this;
  }

  get javaClass(): string {
    return this.javaName;
  }

  text(): string {
    const name = fullNameOf(this.javaName);
    return this.reason === null ? name : `${name}: ${this.reason}`;
  }

  /** Whether `catch (name e)` takes it. */
  isA(name: string): boolean {
    for (
      let own: string | undefined = this.javaName;
      own !== undefined && own !== '';
      own = parents.get(own)
    ) {
      if (own === name) return true;
    }
    return false;
  }
}

function classOf(type: string): string {
  return type
    .split('_')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');
}

/** `IllegalArgumentException` as answers name it. */
export function errorTypeOf(javaName: string): ErrorType {
  const type = javaName.replace(/(?!^)([A-Z])/g, '_$1').toLowerCase();
  return type as ErrorType;
}

export function isException(javaName: string): boolean {
  return parents.has(javaName);
}

export function parentOf(javaName: string): string {
  return parents.get(javaName) ?? '';
}

export function exceptionNames(): readonly string[] {
  return [...parents.keys()];
}

export function badArgument(reason: string): JavaError {
  return new JavaError('illegal_argument_exception', reason);
}

export function badCast(reason: string): JavaError {
  return new JavaError('class_cast_exception', reason);
}

export function nullPointer(reason: string | null): JavaError {
  return new JavaError('null_pointer_exception', reason);
}

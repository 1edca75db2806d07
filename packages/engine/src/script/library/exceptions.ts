import { table } from '@sextant/contract';
import { errorTypeOf, exceptionNames, JavaError, parentOf } from '../java-error.ts';
import { type JavaClass, javaClass } from './class-table.ts';

const packages: Readonly<Record<string, string>> = table({
  NoSuchElementException: 'java.util',
  ConcurrentModificationException: 'java.util',
  EmptyStackException: 'java.util',
  IllegalFormatConversionException: 'java.util',
  IllegalFormatPrecisionException: 'java.util',
  IllegalFormatWidthException: 'java.util',
  MissingFormatArgumentException: 'java.util',
  ParseException: 'java.text',
  UnknownFormatConversionException: 'java.util',
  DateTimeException: 'java.time',
  DateTimeParseException: 'java.time.format',
  UnsupportedTemporalTypeException: 'java.time.temporal',
});

export const exceptionClasses: readonly JavaClass[] = exceptionNames().map((name) => {
  const make = (reason: string | null) => new JavaError(errorTypeOf(name), reason, [], name);
  const parent = parentOf(name);
  return javaClass({
    name,
    fullName: `${packages[name] ?? 'java.lang'}.${name}`,
    supers: [parent === '' ? 'Object' : parent],
    members: {
      'new make()': () => make(null),
      'new make(String)': make,
      'String getMessage()': (error: JavaError) => error.reason,
      'String getLocalizedMessage()': (error: JavaError) => error.reason,
      'String toString()': (error: JavaError) => error.text(),
    },
  });
});

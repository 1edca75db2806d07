import { errorTypeOf, exceptionNames, fullNameOf, JavaError, parentOf } from '../java-error.ts';
import { type JavaClass, javaClass } from './class-table.ts';

export const exceptionClasses: readonly JavaClass[] = exceptionNames().map((name) => {
  const make = (reason: string | null) => new JavaError(errorTypeOf(name), reason, [], name);
  const parent = parentOf(name);
  return javaClass({
    name,
    fullName: fullNameOf(name),
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

import { illegalArgument } from './errors.ts';
import type { FieldMapper } from './field-mapper.ts';
import type { FieldValue, ParsedDocument } from './mapped-field.ts';

/** The values of which a document, or an object of a nested field, may have one alone: see `FieldType.once`. */
export class OnceValues {
  readonly #seen = new Map<ParsedDocument, Set<string>>();

  /** Another document begins. */
  restart(): void {
    if (this.#seen.size > 0) this.#seen.clear();
  }

  /** Throws illegal_argument_exception where the document has a value already that goes for the same. */
  check(
    into: ParsedDocument,
    { path, fieldType: { once } }: FieldMapper,
    value: FieldValue | undefined,
  ): void {
    if (once === undefined || value === undefined) return;
    const key = once.key(value);
    let seen = this.#seen.get(into);
    if (seen === undefined) {
      seen = new Set();
      this.#seen.set(into, seen);
    }
    const place = `${path}\0${key}`;
    if (seen.has(place)) throw illegalArgument(once.error(path, key));
    seen.add(place);
  }
}

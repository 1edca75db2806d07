import { integerField, type RecordKind, recordFields, textField } from '../records/record-kind.ts';
import type { WrappedSecret } from '../security/secret-box.ts';

/** The key of sessions as it is kept: wrapped. The first version kept it in clear. Times are milliseconds since 1970. */
export interface KeyRecord {
  readonly wrapped?: WrappedSecret;
  readonly secret?: string;
  /** Absent in what earlier versions wrote. */
  readonly made?: number;
  /** The key before it, whose sessions count until then. */
  readonly previous?: { readonly wrapped: WrappedSecret; readonly until: number };
}

/** Keys, by their use. One that cannot be read is replaced as one that does not fit. */
export const keyKind: RecordKind<KeyRecord> = {
  name: 'key',
  parse: (value) => {
    const fields = recordFields(value);
    if (typeof fields.secret === 'string') return { secret: fields.secret };
    if (fields.wrapped === undefined) return {};
    const previous = fields.previous === undefined ? undefined : recordFields(fields.previous);
    return {
      wrapped: wrappedOf(fields.wrapped),
      ...(fields.made === undefined ? {} : { made: integerField(fields, 'made') }),
      ...(previous === undefined
        ? {}
        : { previous: { wrapped: wrappedOf(previous.wrapped), until: integerField(previous, 'until') } }),
    };
  },
};

function wrappedOf(value: unknown): WrappedSecret {
  const wrapped = recordFields(value);
  const [salt, nonce] = [textField(wrapped, 'salt'), textField(wrapped, 'nonce')];
  return { salt, nonce, data: textField(wrapped, 'data'), tag: textField(wrapped, 'tag') };
}

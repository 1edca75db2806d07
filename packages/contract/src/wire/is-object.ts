/** An object of JSON with members to ask for: not null, no list, and no double (see `parseWithLongs`). */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Number);
}

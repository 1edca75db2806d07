/** What Node's JSON offers beyond the library types: the text of a number, and text that is written as it is. */
export const sourceJson = JSON as unknown as {
  readonly parse: (
    text: string,
    reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ) => unknown;
  readonly rawJSON: (text: string) => { readonly rawJSON: string };
  readonly isRawJSON: (value: unknown) => value is { readonly rawJSON: string };
};

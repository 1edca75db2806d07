/** What Node's JSON offers beyond the library types: text that is written as it is. */
export const sourceJson = JSON as unknown as {
  readonly rawJSON: (text: string) => { readonly rawJSON: string };
  readonly isRawJSON: (value: unknown) => value is { readonly rawJSON: string };
};

/** The state of the screen, as its address holds it. */
export interface IndicesSearch {
  readonly filter?: string;
  /** `size:desc`, `name`. */
  readonly sort?: string;
  /** Hidden indices too. */
  readonly hidden?: true;
  /** Index whose details are open. */
  readonly index?: string;
  /** The dialog that makes an index is open. */
  readonly create?: true;
}

export function parseIndicesSearch(search: Readonly<Record<string, unknown>>): IndicesSearch {
  const { filter, sort, hidden, index, create } = search;
  return {
    ...(typeof filter === 'string' && filter !== '' && { filter }),
    ...(typeof filter === 'number' && { filter: String(filter) }),
    ...(typeof sort === 'string' && sort !== '' && { sort }),
    ...(hidden === true && { hidden }),
    ...(typeof index === 'string' && index !== '' && { index }),
    ...(typeof index === 'number' && { index: String(index) }),
    ...(create === true && { create }),
  };
}

/** A change of that state; `undefined` takes a part away. */
export type IndicesSearchChange = { readonly [K in keyof IndicesSearch]?: IndicesSearch[K] | undefined };

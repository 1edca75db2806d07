/** What a session is held with. `package` is as its registry knows it; `session` the file that holds it. */
export interface Library {
  readonly name: string;
  readonly language: 'javascript' | 'python';
  readonly package: string;
  readonly version: string;
  readonly product: 'elasticsearch' | 'opensearch';
}

/** Unchanged, and of each generation that is in use the last. */
export const libraries: readonly Library[] = [
  javascript('@elastic/elasticsearch', '7.17.14', 'elasticsearch'),
  javascript('@elastic/elasticsearch', '8.19.2', 'elasticsearch'),
  javascript('@elastic/elasticsearch', '9.4.3', 'elasticsearch'),
  javascript('@opensearch-project/opensearch', '2.13.0', 'opensearch'),
  javascript('@opensearch-project/opensearch', '3.9.0', 'opensearch'),
  python('elasticsearch', '7.17.12', 'elasticsearch'),
  python('elasticsearch', '8.19.3', 'elasticsearch'),
  python('elasticsearch', '9.5.1', 'elasticsearch'),
  python('opensearch-py', '3.2.0', 'opensearch'),
];

export const generation = (library: Library): string => library.version.split('.')[0]!;

function javascript(name: string, version: string, product: Library['product']): Library {
  return { name: `${name} ${version}`, language: 'javascript', package: name, version, product };
}

function python(name: string, version: string, product: Library['product']): Library {
  return { name: `${name} ${version} (Python)`, language: 'python', package: name, version, product };
}

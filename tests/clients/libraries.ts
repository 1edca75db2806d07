import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

type Language = 'go' | 'java' | 'javascript' | 'perl' | 'python' | 'ruby';

/** What a session is held with. `package` is as its registry knows it. */
export interface Library {
  readonly name: string;
  readonly language: Language;
  readonly package: string;
  readonly version: string;
  readonly product: 'elasticsearch' | 'opensearch';
  /** Takes minutes to build: its session is held when all are asked for. */
  readonly isSlow?: boolean;
  /** Where it is not that of the language. */
  readonly session?: 'dsl';
  /** What is brought with it, as its registry's tool is told. */
  readonly beside?: readonly string[];
}

/** Unchanged, and of each generation that is in use the last. */
const known: readonly Library[] = [
  javascript('@elastic/elasticsearch', '7.17.14', 'elasticsearch'),
  javascript('@elastic/elasticsearch', '8.19.2', 'elasticsearch'),
  javascript('@elastic/elasticsearch', '9.4.3', 'elasticsearch'),
  javascript('@opensearch-project/opensearch', '2.13.0', 'opensearch'),
  javascript('@opensearch-project/opensearch', '3.9.0', 'opensearch'),
  python('elasticsearch', '7.17.12', 'elasticsearch'),
  python('elasticsearch', '8.19.3', 'elasticsearch'),
  python('elasticsearch', '9.5.1', 'elasticsearch'),
  python('opensearch-py', '3.2.0', 'opensearch'),
  {
    ...python('elasticsearch-dsl', '7.4.1', 'elasticsearch'),
    session: 'dsl',
    beside: ['elasticsearch==7.17.12'],
  },
  { ...python('elasticsearch-dsl', '8.18.0', 'elasticsearch'), session: 'dsl' },
  // It calls `mget` as later clients refuse to be called.
  { ...python('opensearch-dsl', '2.1.0', 'opensearch'), session: 'dsl', beside: ['opensearch-py==2.2.0'] },
  java('org.elasticsearch.client:elasticsearch-rest-high-level-client', '7.17.29', 'elasticsearch'),
  java('co.elastic.clients:elasticsearch-java', '8.19.3', 'elasticsearch'),
  java('co.elastic.clients:elasticsearch-java', '9.1.3', 'elasticsearch'),
  java('org.opensearch.client:opensearch-java', '3.3.0', 'opensearch'),
  go('github.com/elastic/go-elasticsearch/v7', '7.17.10', 'elasticsearch'),
  { ...go('github.com/elastic/go-elasticsearch/v8', '8.19.7', 'elasticsearch'), isSlow: true },
  { ...go('github.com/elastic/go-elasticsearch/v9', '9.1.0', 'elasticsearch'), isSlow: true },
  go('github.com/olivere/elastic/v7', '7.0.32', 'elasticsearch'),
  go('github.com/opensearch-project/opensearch-go/v2', '2.3.0', 'opensearch'),
  go('github.com/opensearch-project/opensearch-go/v4', '4.8.1', 'opensearch'),
  ofSystem('ruby', 'elasticsearch', '7'),
  ofSystem('perl', 'Search::Elasticsearch', '8'),
];

/** What a machine needs beside Node and Python, which tests need in any case. */
const tools: Readonly<Record<Language, readonly string[]>> = {
  go: ['go'],
  java: ['java', 'javac', 'mvn'],
  javascript: [],
  perl: ['perl'],
  python: [],
  ruby: ['ruby'],
};

/** What is asked of an interpreter: whether the system has the library, where no registry is used, or whether it is new enough. */
const looks: Partial<Record<Language, (name: string) => readonly string[]>> = {
  // Older ones do not know the folder that they are to build in.
  go: () => ['go', '-C', import.meta.dirname, 'version'],
  perl: (name) => ['perl', `-M${name}`, '-e', '1'],
  ruby: (name) => ['ruby', '-r', name, '-e', ''],
};

/** `npm test -- clients --all` */
const areAllAskedFor = process.env.SEXTANT_TEST_ALL_CLIENTS === 'true';

/** Those for which this machine has the tools. */
export const libraries = known
  .filter(({ language, isSlow }) => {
    return tools[language].every(isHere) && (isSlow !== true || areAllAskedFor);
  })
  .filter(isInstalled);

/** Libraries that come from a registry are brought when they are needed: there it is only asked for what brings them. */
function isInstalled(library: Library): boolean {
  const look = looks[library.language]?.(library.package);
  return look === undefined || spawnSync(look[0]!, look.slice(1)).status === 0;
}

export const isOfSystem = ({ language }: Library): boolean => language === 'perl' || language === 'ruby';

export function isHere(command: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, command)));
}

export const generation = (library: Library): string => library.version.split('.')[0]!;

function javascript(name: string, version: string, product: Library['product']): Library {
  return { name: `${name} ${version}`, language: 'javascript', package: name, version, product };
}

function python(name: string, version: string, product: Library['product']): Library {
  return { name: `${name} ${version} (Python)`, language: 'python', package: name, version, product };
}

function java(name: string, version: string, product: Library['product']): Library {
  const shown = `${name.split(':')[1]!.replace('elasticsearch-rest-', '')} ${version} (Java)`;
  return { name: shown, language: 'java', package: name, version, product };
}

function go(name: string, version: string, product: Library['product']): Library {
  const shown = name.split('/').slice(1, 3).join('/');
  return { name: `${shown} ${version} (Go)`, language: 'go', package: name, version, product };
}

/** As the system's packages have it: a generation of the library's interface, not a version of it. */
function ofSystem(language: Language, name: string, version: string): Library {
  const shown = language === 'ruby' ? 'Ruby' : 'Perl';
  return {
    name: `${name} ${version} (${shown})`,
    language,
    package: name,
    version,
    product: 'elasticsearch',
  };
}

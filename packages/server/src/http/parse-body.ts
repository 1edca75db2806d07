import {
  type ApiError,
  apiError,
  exactLong,
  type NumberReading,
  parseNamed,
  parseNumbers,
  parseWithDoubles,
  parseWithLongs,
  scanJson,
  withoutComments,
} from '@sextant/contract';
import { cborToJson } from './cbor-reader.ts';

export type ParsedFormat = 'json' | 'ndjson' | 'yaml' | 'cbor';

/**
 * The value in a body, of YAML a promise of it: it is awaited in any case. Undefined where there is nothing but white space. Throws
 * ApiError that names the position, or rejects with it.
 */
export function parseBody(bytes: Buffer, format: ParsedFormat, numbers: NumberReading = 'numbers'): unknown {
  switch (format) {
    case 'json':
    case 'ndjson':
      return parseJson(bytes, numbers);
    case 'yaml':
      return parseYaml(bytes, numbers);
    case 'cbor':
      return parseCbor(bytes, numbers);
  }
}

function parseJson(bytes: Buffer, numbers: NumberReading): unknown {
  const { problem, comments } = scanJson(bytes);
  if (problem !== undefined) throw apiError(problem.type, problem.reason);
  const { buffer, byteOffset, byteLength } = withoutComments(bytes, comments);
  const text = Buffer.from(buffer, byteOffset, byteLength).toString();
  if (text.trim() === '') return undefined;
  if (numbers === 'long-texts') return parseWithLongs(text);
  if (numbers === 'script-doubles') return parseWithDoubles(text);
  if (numbers === 'exact-script') return parseWithLongs(text, exactLong);
  if (numbers === 'raw') return text;
  return numbers === 'texts' ? parseNumbers(text, (_value, source) => source) : parseNamed(text);
}

/**
 * YAML is rare: its reader is loaded when the first such body comes. It is a CommonJS library, whose names a
 * bundled dynamic import would not have: a module of ours imports them.
 */
async function parseYaml(bytes: Buffer, numbers: NumberReading): Promise<unknown> {
  const { yamlToJson } = await import('./read-yaml.ts');
  let text: string;
  try {
    text = yamlToJson(bytes.toString());
  } catch (error) {
    throw unreadable('YAML', error instanceof Error ? error.message : String(error));
  }
  return parseJson(Buffer.from(text), numbers);
}

function parseCbor(bytes: Buffer, numbers: NumberReading): unknown {
  let text: string;
  try {
    text = cborToJson(bytes);
  } catch (error) {
    throw unreadable('CBOR', error instanceof Error ? error.message : String(error));
  }
  return parseJson(Buffer.from(text), numbers);
}

function unreadable(format: string, why: string): ApiError {
  return apiError('parse_exception', `the ${format} body cannot be read: ${why}`);
}

import { hasFragileNumber, parseDocument, parseNumbers, sourceJson } from '@sextant/contract';
import { javaDouble } from './java-text.ts';

/** What a document was read as: its source, and what that leaves out of stored fields; undefined where there is none. */
export interface DocumentParts {
  readonly source: unknown;
  readonly kept: unknown;
}

export interface ReadDocument extends DocumentParts {
  /** The same with raw JSON for numbers that are written otherwise than doubles are. */
  readonly lossless: () => DocumentParts;
}

interface StoredParts {
  readonly source: Uint8Array | null;
  readonly kept: Uint8Array | null;
}

const decoder = new TextDecoder();

/** With raw JSON for all numbers that Java does not write as they are written here. */
function parseWritten(text: string): unknown {
  return parseNumbers(text, (value, source) => {
    const text = Number.isSafeInteger(value) ? String(value) : javaDouble(value);
    return text === source ? value : sourceJson.rawJSON(source);
  });
}

/** Numbers that JavaScript writes as they are written here, and Java otherwise: `12345678.5`, `0.0001`; and `-0`. */
const javaFragile = /(?:^|"\s*:|[[,])\s*(?:-?(?:\d{8,}\.|0\.000)|-0(?![\d.eE]))/;

/** `partOf`: what is wanted of a document. */
export function readDocument(
  { source, kept }: StoredParts,
  partOf: (tree: unknown) => unknown = (tree) => tree,
): ReadDocument {
  const [sourceText, keptText] = [source, kept].map((part) => (part === null ? null : decoder.decode(part)));
  const parts = (parse: (text: string) => unknown): DocumentParts => {
    const read = (text: string | null) => (text === null ? undefined : partOf(parse(text)));
    return { source: read(sourceText!), kept: read(keptText!) };
  };
  const plain = parts(parseDocument);
  const isLossy = (text: string | null | undefined): boolean =>
    text != null && (hasFragileNumber(text) || javaFragile.test(text));
  let lossless: DocumentParts | null = null;
  return {
    ...plain,
    lossless: () => {
      lossless ??= isLossy(sourceText) || isLossy(keptText) ? parts(parseWritten) : plain;
      return lossless;
    },
  };
}

import { foldService, StreamLanguage, type StringStream } from '@codemirror/language';
import type { EditorState, Extension } from '@codemirror/state';
import { parseRequests } from './console-text.ts';

interface ReaderState {
  /** Inside a text in three quotes. */
  inText: boolean;
  /** The method of a head line was read; the path follows. */
  afterMethod: boolean;
}

function readToken(stream: StringStream, state: ReaderState): string | null {
  if (state.inText) return readText(stream, state);
  if (stream.sol()) {
    state.afterMethod = false;
    if (stream.match(/^\s*(?:GET|POST|PUT|DELETE|HEAD|PATCH|OPTIONS)(?=\s)/i)) {
      state.afterMethod = true;
      return 'keyword';
    }
  }
  if (stream.eatSpace()) return null;
  if (state.afterMethod) {
    stream.skipToEnd();
    return 'url';
  }
  if (stream.match(/^(?:#|\/\/).*/)) return 'comment';
  if (stream.match('"""')) {
    state.inText = true;
    return readText(stream, state);
  }
  if (stream.match(/^"(?:[^"\\]|\\.)*"(?=\s*:)/)) return 'propertyName';
  if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return 'string';
  if (stream.match(/^-?\d[\d.eE+-]*/)) return 'number';
  if (stream.match(/^(?:true|false)\b/)) return 'bool';
  if (stream.match(/^null\b/)) return 'null';
  if (stream.match(/^[{}[\],:]/)) return 'punctuation';
  stream.next();
  return 'invalid';
}

function readText(stream: StringStream, state: ReaderState): string {
  while (!stream.eol()) {
    if (stream.match('"""')) {
      state.inText = false;
      break;
    }
    stream.next();
  }
  return 'string';
}

/** Folds the body of a request at its head line, and what a line of it opens down to where that closes. */
function foldAt(state: EditorState, lineFrom: number, lineTo: number): { from: number; to: number } | null {
  const line = state.sliceDoc(lineFrom, lineTo);
  if (/^\s*[A-Z]+\s+\S/i.test(line)) {
    const request = parseRequests(state.sliceDoc(lineFrom)).at(0);
    const to = lineFrom + (request?.to ?? 0);
    return request !== undefined && to > lineTo ? { from: lineTo, to } : null;
  }
  if (!/[{[]\s*$/.test(line)) return null;
  const indent = /^\s*/.exec(line)![0].length;
  for (let number = state.doc.lineAt(lineFrom).number + 1; number <= state.doc.lines; number++) {
    const next = state.doc.line(number);
    const closing = /^(\s*)[}\]]/.exec(next.text);
    if (closing !== null && closing[1]!.length <= indent) {
      return { from: lineTo, to: next.from + closing[1]!.length };
    }
    if (/^\s*(?:GET|POST|PUT|DELETE|HEAD)\s/.test(next.text)) return null;
  }
  return null;
}

/** Heads `METHOD /path` and bodies of JSON below them. */
export const consoleLanguage: Extension = [
  StreamLanguage.define<ReaderState>({
    name: 'console',
    startState: () => ({ inText: false, afterMethod: false }),
    copyState: (state) => ({ ...state }),
    token: readToken,
    languageData: { closeBrackets: { brackets: ['(', '[', '{', '"'] }, commentTokens: { line: '#' } },
  }),
  foldService.of(foldAt),
];

import { json } from '@codemirror/lang-json';
import { bracketMatching, foldGutter, foldKeymap } from '@codemirror/language';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { editorLook } from './editor-theme.ts';
import { shadowOf } from './shadow.ts';

/** Above this many characters the answer is shown without colours and folds: parsing it would freeze the page. */
const longestParsed = 3_000_000;

export interface AnswerEditorOptions {
  readonly text: string;
  readonly isJson: boolean;
  readonly label: string;
}

/** An answer to read, fold, search (Ctrl+F) and copy from. */
export function createAnswerEditor(host: HTMLElement, options: AnswerEditorOptions): EditorView {
  const root = shadowOf(host);
  const parsed = options.isJson && options.text.length <= longestParsed;
  const state = EditorState.create({
    doc: options.text,
    extensions: [
      EditorState.readOnly.of(true),
      lineNumbers(),
      drawSelection(),
      search(),
      highlightSelectionMatches(),
      parsed ? [json(), foldGutter(), bracketMatching()] : [],
      options.isJson ? EditorView.lineWrapping : [],
      editorLook,
      EditorView.contentAttributes.of({ 'aria-label': options.label, tabindex: '0' }),
      keymap.of([...searchKeymap, ...foldKeymap]),
    ],
  });
  return new EditorView({ state, parent: root, root });
}

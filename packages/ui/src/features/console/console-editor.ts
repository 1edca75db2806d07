import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit } from '@codemirror/language';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorState, Prec } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { routeTable } from '@sextant/contract';
import { toConsoleLines } from '../../lib/console-lines.ts';
import { activeRequest, requestsField } from './active-request.ts';
import { suggestionsAt } from './completion.ts';
import { consoleLanguage } from './console-language.ts';
import { requestAt } from './console-text.ts';
import { parseCurl } from './curl.ts';
import { editorLook } from './editor-theme.ts';
import { namesFor } from './server-names.ts';
import { shadowOf } from './shadow.ts';

export interface ConsoleEditorOptions {
  readonly text: string;
  readonly label: string;
  readonly onChange: (text: string) => void;
  readonly onSend: (view: EditorView) => void;
  readonly onSendAll: (view: EditorView) => void;
}

export function createConsoleEditor(host: HTMLElement, options: ConsoleEditorOptions): EditorView {
  const root = shadowOf(host);
  const send = (view: EditorView) => {
    closeCompletion(view);
    options.onSend(view);
    return true;
  };
  const sendAll = (view: EditorView) => {
    closeCompletion(view);
    options.onSendAll(view);
    return true;
  };
  const state = EditorState.create({
    doc: options.text,
    extensions: [
      Prec.highest(
        keymap.of([
          { key: 'Mod-Enter', run: send },
          { key: 'Mod-Shift-Enter', run: sendAll },
        ]),
      ),
      activeRequest(options.onSend),
      lineNumbers(),
      foldGutter(),
      history(),
      drawSelection(),
      indentOnInput(),
      indentUnit.of('  '),
      bracketMatching(),
      closeBrackets(),
      highlightSelectionMatches(),
      autocompletion({ override: [complete], icons: false, activateOnTyping: true }),
      consoleLanguage,
      editorLook,
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': options.label, tabindex: '0' }),
      EditorView.domEventHandlers({ paste: pasteCurl }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) options.onChange(update.state.doc.toString());
      }),
      keymap.of([
        ...closeBracketsKeymap,
        ...completionKeymap,
        ...searchKeymap,
        ...historyKeymap,
        ...foldKeymap,
        ...defaultKeymap,
      ]),
    ],
  });
  return new EditorView({ state, parent: root, root });
}

async function complete(context: CompletionContext): Promise<CompletionResult | null> {
  const requests = context.state.field(requestsField);
  const before = context.matchBefore(/[^\s]*/);
  if (!context.explicit && (before === null || before.from === before.to)) return null;
  const names = await namesFor(requestAt(requests, context.pos)?.path);
  const text = context.state.doc.toString();
  const found = suggestionsAt(text, context.pos, requests, routeTable, names);
  if (found === undefined || found.options.length === 0) return null;
  return { from: found.from, options: [...found.options], validFor: /^[\w.*-]*$/ };
}

/** A pasted curl command becomes the request that it makes. */
function pasteCurl(event: ClipboardEvent, view: EditorView): boolean {
  const call = parseCurl(event.clipboardData?.getData('text/plain') ?? '');
  if (call === undefined) return false;
  event.preventDefault();
  insertRequest(view, toConsoleLines(call), view.state.selection.main.head);
  return true;
}

/** Puts a request on lines of its own and the cursor into it; one that is there already is gone to. */
export function insertRequest(view: EditorView, lines: string, place = view.state.doc.length): void {
  const text = view.state.doc.toString();
  const there = text.indexOf(lines);
  if (there >= 0) {
    view.dispatch({
      selection: { anchor: there },
      effects: EditorView.scrollIntoView(there, { y: 'center' }),
    });
    view.focus();
    return;
  }
  const before = text.slice(0, place).trimEnd();
  const after = text.slice(place).trimStart();
  const gap = before === '' ? '' : '\n\n';
  const from = before.length + gap.length;
  view.dispatch({
    changes: {
      from: 0,
      to: text.length,
      insert: `${before}${gap}${lines}\n${after === '' ? '' : `\n${after}`}`,
    },
    selection: { anchor: from },
  });
  view.dispatch({ effects: EditorView.scrollIntoView(from, { y: 'center' }) });
  view.focus();
}

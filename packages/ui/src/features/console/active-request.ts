import { type EditorState, type Extension, RangeSetBuilder, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, GutterMarker, gutter } from '@codemirror/view';
import { type ConsoleRequest, parseRequests, requestsIn } from './console-text.ts';

/** The requests of the text, parsed once per change. */
export const requestsField = StateField.define<readonly ConsoleRequest[]>({
  create: (state) => parseRequests(state.doc.toString()),
  update: (requests, change) => (change.docChanged ? parseRequests(change.newDoc.toString()) : requests),
});

/** What Ctrl+Enter would send now. */
export function activeRequests(state: EditorState): readonly ConsoleRequest[] {
  const { from, to } = state.selection.main;
  return requestsIn(state.field(requestsField), from, to);
}

const marked = Decoration.line({ class: 'cm-request' });

const activeLines = EditorView.decorations.compute(
  ['doc', 'selection', requestsField],
  (state): DecorationSet => {
    const lines = new RangeSetBuilder<Decoration>();
    for (const request of activeRequests(state)) {
      let line = state.doc.lineAt(request.from);
      for (;;) {
        lines.add(line.from, line.from, marked);
        if (line.to >= request.to || line.number === state.doc.lines) break;
        line = state.doc.line(line.number + 1);
      }
    }
    return lines.finish();
  },
);

class RunMarker extends GutterMarker {
  override toDOM(): Node {
    const mark = document.createElement('span');
    mark.className = 'cm-run';
    mark.textContent = '▶';
    return mark;
  }
}

const runMarker = new RunMarker();

/** Marks the request that would be sent, with a place to click beside its first line. */
export function activeRequest(onRun: (view: EditorView) => void): Extension {
  return [
    requestsField,
    activeLines,
    gutter({
      class: 'cm-run-gutter',
      lineMarker(view, line) {
        const isHead = activeRequests(view.state).some(
          (request) => request.from >= line.from && request.from <= line.to,
        );
        return isHead ? runMarker : null;
      },
      lineMarkerChange: (update) => update.selectionSet || update.docChanged,
      initialSpacer: () => runMarker,
      domEventHandlers: {
        click(view, line) {
          const isHead = activeRequests(view.state).some(
            (request) => view.lineBlockAt(request.from).from === line.from,
          );
          if (isHead) onRun(view);
          return isHead;
        },
      },
    }),
  ];
}

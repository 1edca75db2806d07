import type { EditorView } from '@codemirror/view';
import { History, Play, Square } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { toConsoleLines, toCurl } from '../../lib/console-lines.ts';
import { useMessages } from '../../lib/messages/messages.ts';
import { readStored, writeStored } from '../../lib/store.ts';
import { activeRequests, requestsField } from './active-request.ts';
import { AnswerPane } from './answer-pane.tsx';
import { answerTo, type ConsoleAnswer } from './answers.ts';
import { createConsoleEditor, insertRequest } from './console-editor.ts';
import styles from './console-screen.module.css';
import type { ConsoleRequest } from './console-text.ts';
import { HistoryDrawer } from './history-drawer.tsx';
import { sampleText } from './sample-text.ts';

const storageKey = 'sextant.console.text';

export interface ConsoleScreenProps {
  /** Lines that another screen wants to be here. */
  readonly request: string | undefined;
  readonly onRequestTaken: () => void;
}

export function ConsoleScreen({ request, onRequestTaken }: ConsoleScreenProps) {
  const { t } = useMessages();
  const [showHistory, setShowHistory] = useState(false);
  const { answers, running, run, stop } = useAnswers();
  const { host, view } = useEditor((requests) => void run(requests));
  useEffect(() => {
    if (request === undefined || view.current === null) return;
    insertRequest(view.current, request);
    onRequestTaken();
  }, [request, view, onRequestTaken]);
  const chosen = () => (view.current === null ? [] : activeRequests(view.current.state));
  return (
    <div className={styles.screen}>
      <PageHead
        title={t('screen.console')}
        actions={
          <>
            <CopyButton
              label={t('console.copyCurl')}
              text={() =>
                chosen()
                  .map((each) => toCurl(each, location.origin))
                  .join('\n')
              }
            />
            <Button kind="quiet" icon={<History aria-hidden />} onClick={() => setShowHistory(!showHistory)}>
              {t('console.history')}
            </Button>
            {running ? (
              <Button icon={<Square aria-hidden />} onClick={stop}>
                {t('console.stop')}
              </Button>
            ) : (
              <Button
                kind="accent"
                icon={<Play aria-hidden />}
                title="Ctrl+Enter"
                onClick={() => void run(chosen())}
              >
                {t('console.send')}
              </Button>
            )}
          </>
        }
      />
      <div className={styles.panes}>
        <div ref={host} className={styles.editor} data-testid="console-editor" />
        <AnswerPane answers={answers} running={running} />
        {showHistory && (
          <HistoryDrawer
            onClose={() => setShowHistory(false)}
            onPick={(entry) => view.current !== null && insertRequest(view.current, toConsoleLines(entry))}
          />
        )}
      </div>
    </div>
  );
}

/** Sends requests one after the other, and can be stopped between and within them. */
function useAnswers() {
  const [answers, setAnswers] = useState<readonly ConsoleAnswer[]>([]);
  const [running, setRunning] = useState(false);
  const controller = useRef<AbortController>(undefined);
  const stop = () => controller.current?.abort();
  useEffect(() => () => controller.current?.abort(), []);
  const run = async (requests: readonly ConsoleRequest[]) => {
    if (requests.length === 0) return;
    controller.current?.abort();
    const mine = new AbortController();
    controller.current = mine;
    setRunning(true);
    const done: ConsoleAnswer[] = [];
    for (const request of requests) {
      const answer = await answerTo(request, mine.signal).catch(() => undefined);
      if (answer === undefined || mine.signal.aborted) break;
      done.push(answer);
      setAnswers([...done]);
    }
    if (controller.current === mine) setRunning(false);
  };
  return { answers, running, run, stop };
}

function useEditor(onRun: (requests: readonly ConsoleRequest[]) => void) {
  const { t } = useMessages();
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const send = useRef(onRun);
  useEffect(() => {
    send.current = onRun;
  });
  const label = t('console.editor');
  const sample = t('console.sample');
  useEffect(() => {
    if (host.current === null) return;
    const editor = createConsoleEditor(host.current, {
      text: readStored('local', storageKey) ?? sampleText(sample),
      label,
      onChange: (text) => writeStored('local', storageKey, text),
      onSend: (from) => send.current(activeRequests(from.state)),
      onSendAll: (from) => send.current(from.state.field(requestsField)),
    });
    view.current = editor;
    editor.focus();
    return () => {
      editor.destroy();
      view.current = null;
    };
  }, [label, sample]);
  return { host, view };
}

import { useEffect, useRef, useState } from 'react';
import { CopyButton } from '../../components/copy-button.tsx';
import { formatBytes, formatDuration } from '../../lib/format.ts';
import { useMessages } from '../../lib/messages/messages.ts';
import { createAnswerEditor } from './answer-editor.ts';
import styles from './answer-pane.module.css';
import type { ConsoleAnswer } from './answers.ts';
import { statusWord } from './status-word.ts';

export interface AnswerPaneProps {
  readonly answers: readonly ConsoleAnswer[];
  readonly running: boolean;
}

/** The answers of the last run; the newest is open, the others are one click away. */
export function AnswerPane({ answers, running }: AnswerPaneProps) {
  const { t } = useMessages();
  const [chosen, setChosen] = useState<number>();
  const shown = answers.find((answer) => answer.id === chosen) ?? answers.at(-1);
  return (
    <section className={styles.pane} aria-label={t('console.answer')} aria-busy={running}>
      {answers.length > 1 && (
        <div className={styles.list}>
          {answers.map((answer) => (
            <button
              key={answer.id}
              type="button"
              aria-current={answer === shown || undefined}
              onClick={() => setChosen(answer.id)}
            >
              <Status answer={answer} />
              <span>
                {answer.method} {answer.path}
              </span>
            </button>
          ))}
        </div>
      )}
      {shown === undefined ? (
        <p className={styles.empty}>{running ? t('console.running') : t('console.empty')}</p>
      ) : (
        <Answer key={shown.id} answer={shown} />
      )}
    </section>
  );
}

function Answer({ answer }: { readonly answer: ConsoleAnswer }) {
  const { t } = useMessages();
  const host = useRef<HTMLDivElement>(null);
  const label = t('console.answerTo', { request: `${answer.method} ${answer.path}` });
  const { text, isJson } = answer;
  useEffect(() => {
    if (host.current === null) return;
    const view = createAnswerEditor(host.current, { text, isJson, label });
    return () => view.destroy();
  }, [text, isJson, label]);
  return (
    <>
      <header className={styles.head}>
        <p role="status">
          <Status answer={answer} />
          <span>{formatDuration(answer.durationMs)}</span>
          <span>{formatBytes(answer.size)}</span>
        </p>
        <CopyButton label={t('copy.copy')} text={() => text} />
      </header>
      {answer.changed !== undefined && (
        <p className={styles.note}>{t(`console.changed.${answer.changed}`)}</p>
      )}
      <div ref={host} className={styles.text} data-testid="console-answer" />
    </>
  );
}

function Status({ answer }: { readonly answer: ConsoleAnswer }) {
  const { t } = useMessages();
  const failed = answer.status === 0 || answer.status >= 400;
  return (
    <strong className={failed ? styles.bad : styles.ok}>
      {answer.status === 0 ? t('requests.noAnswer') : `${answer.status} ${statusWord(answer.status)}`.trim()}
    </strong>
  );
}

import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { copyText } from '../lib/clipboard.ts';
import { useMessages } from '../lib/messages/messages.ts';
import { Button } from './button.tsx';

export interface CopyButtonProps {
  readonly label: string;
  readonly text: () => string;
}

/** Puts a text on the clipboard and says so for two seconds. */
export function CopyButton({ label, text }: CopyButtonProps) {
  const [state, setState] = useState<'idle' | 'done' | 'failed'>('idle');
  const { t } = useMessages();
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), 2000);
    return () => clearTimeout(timer);
  }, [state]);
  const words = { idle: label, done: t('copy.done'), failed: t('copy.failed') };
  const copy = async () => setState((await copyText(text())) ? 'done' : 'failed');
  return (
    <Button
      kind="quiet"
      icon={state === 'done' ? <Check aria-hidden /> : <Copy aria-hidden />}
      onClick={() => void copy()}
    >
      <span aria-live="polite">{words[state]}</span>
    </Button>
  );
}

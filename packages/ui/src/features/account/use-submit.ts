import { type FormEvent, useState } from 'react';

interface Submit {
  readonly busy: boolean;
  /** Of the last time. */
  readonly error: Error | undefined;
  readonly submit: (event: FormEvent) => void;
}

/** What a form does when it is sent. */
export function useSubmit(action: () => Promise<void>): Submit {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Error>();
  const submit = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      await action();
    } catch (cause) {
      setError(cause instanceof Error ? cause : new Error(String(cause)));
    } finally {
      setBusy(false);
    }
  };
  return {
    busy,
    error,
    submit: (event) => {
      event.preventDefault();
      void submit();
    },
  };
}

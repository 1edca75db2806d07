import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './field.module.css';

interface FieldFrameProps {
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly children: (ids: { readonly id: string; readonly describedBy: string | undefined }) => ReactNode;
}

function FieldFrame({ label, hint, error, children }: FieldFrameProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children({ id, describedBy: note === undefined ? undefined : `${id}-note` })}
      {note !== undefined && (
        <p id={`${id}-note`} className={error === undefined ? styles.hint : styles.error}>
          {note}
        </p>
      )}
    </div>
  );
}

type Framed<T> = T & { readonly label: string; readonly hint?: string; readonly error?: string | undefined };

export function TextField({ label, hint, error, ...rest }: Framed<ComponentProps<'input'>>) {
  return (
    <FieldFrame label={label} {...(hint !== undefined && { hint })} error={error}>
      {({ id, describedBy }) => (
        <input
          type="text"
          autoComplete="off"
          spellCheck={false}
          {...rest}
          id={id}
          className={styles.input}
          aria-describedby={describedBy}
          aria-invalid={error !== undefined || undefined}
        />
      )}
    </FieldFrame>
  );
}

export function TextArea({ label, hint, error, ...rest }: Framed<ComponentProps<'textarea'>>) {
  return (
    <FieldFrame label={label} {...(hint !== undefined && { hint })} error={error}>
      {({ id, describedBy }) => (
        <textarea
          spellCheck={false}
          {...rest}
          id={id}
          className={styles.area}
          aria-describedby={describedBy}
          aria-invalid={error !== undefined || undefined}
        />
      )}
    </FieldFrame>
  );
}

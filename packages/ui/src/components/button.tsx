import type { ComponentProps, ReactNode } from 'react';
import styles from './button.module.css';

type ButtonKind = 'plain' | 'accent' | 'danger' | 'quiet';

export interface ButtonProps extends ComponentProps<'button'> {
  readonly kind?: ButtonKind;
  readonly icon?: ReactNode;
  /** The work that the button began is going on: it says so and cannot be pressed again. */
  readonly busy?: boolean;
}

export function Button({ kind = 'plain', icon, busy = false, children, className, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={rest.disabled === true || busy}
      aria-busy={busy || undefined}
      className={[styles.button, styles[kind], className].filter(Boolean).join(' ')}
    >
      {icon}
      <span className={styles.label}>{children}</span>
    </button>
  );
}

export interface IconButtonProps extends ComponentProps<'button'> {
  /** Name for everybody who does not see the icon; also its tooltip. */
  readonly label: string;
}

export function IconButton({ label, className, ...rest }: IconButtonProps) {
  const names = [styles.button, styles.quiet, styles.square, className].filter(Boolean).join(' ');
  return <button type="button" title={label} aria-label={label} {...rest} className={names} />;
}

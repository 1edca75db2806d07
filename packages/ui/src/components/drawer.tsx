import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useMessages } from '../lib/messages/messages.ts';
import { IconButton } from './button.tsx';
import styles from './drawer.module.css';

export interface DrawerProps {
  readonly title: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
}

/** Details beside the list, which stays in sight and in use. Esc closes it and gives the focus back. */
export function Drawer({ title, onClose, children, actions }: DrawerProps) {
  const element = useRef<HTMLElement>(null);
  const close = useRef(onClose);
  const heading = useId();
  const { t } = useMessages();
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    const before = document.activeElement;
    element.current?.focus();
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      if (document.querySelector('dialog[open], [popover]:popover-open') !== null) return;
      close.current();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <aside ref={element} className={styles.drawer} aria-labelledby={heading} tabIndex={-1}>
      <header className={styles.head}>
        <h2 id={heading} className={styles.title}>
          {title}
        </h2>
        <IconButton label={t('action.close')} onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      </header>
      <div className={styles.body}>{children}</div>
      {actions !== undefined && <footer className={styles.foot}>{actions}</footer>}
    </aside>
  );
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Database, Keyboard, LogOut, MoonStar, Plus } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { signOut } from '../features/account/account-queries.ts';
import { indexListQuery } from '../lib/cluster-queries.ts';
import { useMessages } from '../lib/messages/messages.ts';
import { session } from '../lib/session.ts';
import { chooseTheme } from '../lib/theme.ts';
import styles from './palette.module.css';
import { matchItems, type PaletteItem } from './palette-match.ts';
import { screenGroups } from './screens.tsx';

export interface PaletteProps {
  readonly onClose: () => void;
  readonly onHelp: () => void;
}

/** Finds screens, indices and actions by a few letters. */
export function Palette({ onClose, onHelp }: PaletteProps) {
  const { t } = useMessages();
  const [query, setQuery] = useState('');
  const [place, setPlace] = useState(0);
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const items = matchItems(usePaletteItems(onHelp), query);
  const active = Math.min(place, items.length - 1);
  useEffect(() => {
    const before = document.activeElement;
    const element = dialog.current;
    element?.showModal();
    return () => {
      element?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  const run = (item: PaletteItem | undefined) => {
    if (item === undefined) return;
    onClose();
    item.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined) setPlace((active + step + items.length) % Math.max(1, items.length));
    else if (event.key === 'Enter') run(items[active]);
    else return;
    event.preventDefault();
  };
  return (
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label={t('shell.find')}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
      onKeyDown={onKeyDown}
    >
      <div className={styles.inside}>
        <input
          className={styles.input}
          role="combobox"
          aria-label={t('shell.find')}
          aria-expanded
          aria-controls={id}
          aria-activedescendant={items.length > 0 ? `${id}-${active}` : undefined}
          placeholder={t('palette.placeholder')}
          spellCheck={false}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setPlace(0);
          }}
        />
        <div id={id} role="listbox" aria-label={t('palette.results')} className={styles.list}>
          {items.map((item, itemPlace) => (
            <div
              key={item.key}
              id={`${id}-${itemPlace}`}
              role="option"
              tabIndex={-1}
              aria-selected={itemPlace === active}
              className={styles.item}
              onClick={() => run(item)}
              onKeyDown={onKeyDown}
              onMouseMove={() => setPlace(itemPlace)}
            >
              {item.icon}
              <span className={styles.name}>{item.name}</span>
              <span className={styles.kind}>{item.kind}</span>
            </div>
          ))}
        </div>
        {items.length === 0 && <p className={styles.none}>{t('palette.none')}</p>}
      </div>
    </dialog>
  );
}

function usePaletteItems(onHelp: () => void): readonly PaletteItem[] {
  const { t } = useMessages();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { data: indices = [] } = useQuery(indexListQuery(false), queryClient);
  const screens = screenGroups.flatMap((group) =>
    group.screens.map(
      (screen): PaletteItem => ({
        key: `screen ${screen.path}`,
        name: t(screen.title),
        kind: screen.keys,
        icon: screen.icon,
        run: () => void navigate({ to: screen.path }),
      }),
    ),
  );
  const action = (key: string, name: string, icon: PaletteItem['icon'], run: () => void): PaletteItem => ({
    key,
    name,
    kind: t('palette.action'),
    icon,
    run,
  });
  const actions = [
    action('create', t('create.title'), <Plus aria-hidden />, () => {
      void navigate({ to: '/indices', search: { create: true } });
    }),
    action('light', t('palette.light'), <MoonStar aria-hidden />, () => chooseTheme('light')),
    action('dark', t('palette.dark'), <MoonStar aria-hidden />, () => chooseTheme('dark')),
    action('keys', t('help.title'), <Keyboard aria-hidden />, onHelp),
  ];
  if (session.get().token !== null) {
    actions.push(action('out', t('account.signOut'), <LogOut aria-hidden />, () => void signOut()));
  }
  const names = indices.map(
    (index): PaletteItem => ({
      key: `index ${index.name}`,
      name: index.name,
      kind: t('palette.index'),
      icon: <Database aria-hidden />,
      run: () => void navigate({ to: '/indices', search: { index: index.name } }),
    }),
  );
  return [...screens, ...actions, ...names];
}

import { Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useHotkeys } from '../lib/hotkeys.ts';
import { useMessages } from '../lib/messages/messages.ts';
import { HelpDialog } from './help-dialog.tsx';
import { Palette } from './palette.tsx';
import { Rail } from './rail.tsx';
import { RequestsDrawer } from './requests-drawer.tsx';
import styles from './shell.module.css';
import { TopBar } from './top-bar.tsx';

/** The frame around every screen: rail, bar, content, and the drawer of requests. */
export function Shell() {
  const { t } = useMessages();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [open, setOpen] = useState<'palette' | 'help'>();
  const [requests, setRequests] = useState(false);
  const toggleRequests = () => setRequests(!requests);
  const close = () => setOpen(undefined);
  useHotkeys({
    'Mod+k': () => setOpen(open === 'palette' ? undefined : 'palette'),
    '?': () => setOpen('help'),
    '/': () => focusFilter() || setOpen('palette'),
    'g o': () => void navigate({ to: '/' }),
    'g i': () => void navigate({ to: '/indices' }),
    'g c': () => void navigate({ to: '/console' }),
    r: toggleRequests,
  });
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        {t('shell.skip')}
      </a>
      <Rail />
      <TopBar onFind={() => setOpen('palette')} onHelp={() => setOpen('help')} onRequests={toggleRequests} />
      <div className={styles.middle}>
        <main id="content" tabIndex={-1} className={styles.content}>
          <Outlet />
        </main>
        {requests && <RequestsDrawer screen={pathname} onClose={() => setRequests(false)} />}
      </div>
      {open === 'palette' && <Palette onClose={close} onHelp={() => setOpen('help')} />}
      {open === 'help' && <HelpDialog onClose={close} />}
    </div>
  );
}

/** The screen's own filter, where it has one. */
function focusFilter(): boolean {
  const filter = document.querySelector<HTMLInputElement>('[data-filter]');
  filter?.focus();
  filter?.select();
  return filter !== null;
}

import { Activity, Database, SquareTerminal } from 'lucide-react';
import type { ReactNode } from 'react';
import type { MessageKey } from '../lib/messages/messages.ts';

interface Screen {
  readonly path: '/' | '/indices' | '/console';
  readonly title: MessageKey;
  readonly icon: ReactNode;
  /** The keys that jump to it. */
  readonly keys: string;
}

export interface ScreenGroup {
  readonly title: MessageKey;
  readonly screens: readonly Screen[];
}

/** What the rail and the palette list, in this order. */
export const screenGroups: readonly ScreenGroup[] = [
  {
    title: 'group.watch',
    screens: [{ path: '/', title: 'screen.overview', icon: <Activity aria-hidden />, keys: 'g o' }],
  },
  {
    title: 'group.data',
    screens: [
      { path: '/indices', title: 'screen.indices', icon: <Database aria-hidden />, keys: 'g i' },
      { path: '/console', title: 'screen.console', icon: <SquareTerminal aria-hidden />, keys: 'g c' },
    ],
  },
];

import { createStore, readStored, writeStored } from './store.ts';

export interface Session {
  readonly token: string | null;
}

const storageKey = 'sextant.token';

/** The bearer token of this tab. It ends with the tab: session storage, never local storage. */
export const session = createStore<Session>({ token: readStored('session', storageKey) });

export function openSession(token: string): void {
  writeStored('session', storageKey, token);
  session.set({ token });
}

export function closeSession(): void {
  writeStored('session', storageKey, null);
  session.set({ token: null });
}

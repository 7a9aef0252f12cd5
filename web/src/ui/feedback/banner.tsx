import { type ReactNode, useSyncExternalStore } from 'react';

let shown: ReactNode = null;
const listeners = new Set<() => void>();

/** Shows something above every screen, or nothing any more (null). */
export function showBanner(next: ReactNode): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Where it is shown; stands once, in the app's shell. */
export function Banner(): ReactNode {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
    () => null,
  );
}

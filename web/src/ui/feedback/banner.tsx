import { type ReactNode, useSyncExternalStore } from 'react';

let shown: ReactNode = null;
const listeners = new Set<() => void>();

/** Shows a banner above every screen; null removes it. */
export function showBanner(next: ReactNode): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** The container of the banner; rendered once, in the app's shell. */
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

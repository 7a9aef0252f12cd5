import { useSyncExternalStore } from 'react';
import { isInstalled } from './in-app-browser.ts';

/** What Chrome hands over instead of showing its own banner. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

let held: InstallEvent | null = null;
let isWatched = false;
const listeners = new Set<() => void>();

function change(next: InstallEvent | null): void {
  held = next;
  for (const listener of listeners) listener();
}

/** Holds the browser's own offer back until the user wants it. From the app's start: it comes once, early. */
export function watchInstall(): void {
  if (isWatched) return;
  isWatched = true;
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    change(event as InstallEvent);
  });
  addEventListener('appinstalled', () => change(null));
}

/** Whether the browser itself can add the app now; renders again when that changes. */
export function useInstallOffer(): boolean {
  return useSyncExternalStore(subscribe, () => held !== null && !isInstalled());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows the browser's own offer, which can be shown once. @returns false where there is none */
export async function offerInstall(): Promise<boolean> {
  const event = held;
  if (!event) return false;
  change(null);
  await event.prompt();
  return true;
}

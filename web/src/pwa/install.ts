import { useSyncExternalStore } from 'react';
import { isInstalled } from './in-app-browser.ts';

/** Chrome's event, which can show its install prompt later. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

let deferredPrompt: InstallEvent | null = null;
let isWatched = false;
const listeners = new Set<() => void>();

function change(next: InstallEvent | null): void {
  deferredPrompt = next;
  for (const listener of listeners) listener();
}

/**
 * Defers the browser's own prompt. Called at the app's start, because the event is sent once,
 * early.
 */
export function watchInstall(): void {
  if (isWatched) return;

  isWatched = true;
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    change(event as InstallEvent);
  });
  addEventListener('appinstalled', () => change(null));
}

/** Whether the browser can show its install prompt now. */
export function useInstallOffer(): boolean {
  return useSyncExternalStore(subscribe, () => deferredPrompt !== null && !isInstalled());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Shows the browser's prompt, which can be shown once.
 * @returns false where there is none
 */
export async function offerInstall(): Promise<boolean> {
  const event = deferredPrompt;
  if (!event) return false;

  change(null);
  await event.prompt();

  return true;
}

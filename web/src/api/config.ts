import type { AppConfig } from '@noren/contract/public';
import { useEffect, useSyncExternalStore } from 'react';
import { send } from './api.ts';
import { readBoot } from './boot.ts';

interface ConfigState {
  readonly config: AppConfig | undefined;
  readonly hasFailed: boolean;
}

let state: ConfigState = { config: undefined, hasFailed: false };
const listeners = new Set<() => void>();

function readState(): ConfigState {
  const { config } = readBoot();
  if (!state.config && config) state = { config, hasFailed: false };
  return state;
}

function setState(next: ConfigState): void {
  state = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Updates the configuration, also on the current screen: a page from the cache contains an older
 * one.
 */
export function updateConfig(config: AppConfig): void {
  if (JSON.stringify(readState().config) !== JSON.stringify(config))
    setState({ config, hasFailed: false });
}

let isLoading = false;

/** Loads the configuration for a page that does not contain it, such as Vite's. */
async function loadConfig(): Promise<void> {
  if (isLoading) return;

  isLoading = true;
  setState({ config: undefined, hasFailed: false });

  try {
    const { appConfig } = await import('./rare-calls.ts');
    setState({ config: await send(appConfig, {}), hasFailed: false });
  } catch (cause) {
    console.info('The configuration did not load', (cause as Error).name);
    setState({ config: undefined, hasFailed: true });
  } finally {
    isLoading = false;
  }
}

/**
 * The public configuration: undefined while it loads, null after a failure. A store instead of a
 * query, because the first screens are shown before TanStack Query is loaded.
 */
export function useAppConfig(): { config: AppConfig | null | undefined; retry: () => void } {
  const { config, hasFailed } = useSyncExternalStore(subscribe, readState, readState);
  useEffect(() => {
    if (!readState().config) void loadConfig();
  }, []);
  return { config: config ?? (hasFailed ? null : undefined), retry: () => void loadConfig() };
}

import type { AppConfig } from '@noren/contract/public';
import { useEffect, useState } from 'react';
import { send } from './api.ts';
import { readBoot } from './boot.ts';

let known: AppConfig | undefined;
const listeners = new Set<(config: AppConfig) => void>();

/** Takes the configuration as the server has it now, on the screen that shows it too: the page may be an older copy. */
export function renewConfig(next: AppConfig): void {
  if (JSON.stringify(known ?? readBoot().config) === JSON.stringify(next)) return;
  known = next;
  for (const listener of listeners) listener(next);
}

/** The public configuration: written into the served page; asked for where the page came from elsewhere. */
async function loadConfig(): Promise<AppConfig> {
  const { appConfig } = await import('./rare-calls.ts');
  return send(appConfig, {}, 'screen');
}

/** The public configuration for a screen: undefined while it loads, null when that failed. */
export function useAppConfig(): { config: AppConfig | null | undefined; retry: () => void } {
  known ??= readBoot().config;
  const [config, setConfig] = useState<AppConfig | null | undefined>(known);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    listeners.add(setConfig);
    return () => void listeners.delete(setConfig);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` is what asks again
  useEffect(() => {
    if (known) return;
    let isHere = true;
    loadConfig().then(
      (loaded) => {
        known = loaded;
        if (isHere) setConfig(loaded);
      },
      () => isHere && setConfig(null),
    );
    return () => {
      isHere = false;
    };
  }, [tries]);
  return {
    config,
    retry: () => {
      setConfig(undefined);
      setTries(tries + 1);
    },
  };
}

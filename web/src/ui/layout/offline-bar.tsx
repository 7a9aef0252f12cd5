import { useSyncExternalStore } from 'react';
import { useT } from '../../i18n/index.ts';
import { Icon } from './icon.tsx';
import style from './offline-bar.module.css';

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);

  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** Whether the browser reports a network; updates on changes. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}

/**
 * Shown while the phone is offline. Every Page has it, above its action and tabs: it moves nothing,
 * and taps go through it.
 */
export function OfflineBar({ offline }: { offline?: boolean }) {
  const t = useT();
  const online = useOnline();
  const shown = offline ?? !online;

  return (
    <div role="status">
      {shown && (
        <p className={style.offline}>
          <Icon name="offline" size={20} /> {t('ui.offline')}
        </p>
      )}
    </div>
  );
}

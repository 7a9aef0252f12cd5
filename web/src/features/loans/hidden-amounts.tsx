import { useSyncExternalStore } from 'react';
import { formatMoney } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';

const STORED = 'noren.hide_amounts'; // Also read by first-paint/request-first-view.ts.
const listeners = new Set<() => void>();
let hidden: boolean | undefined;

function read(): boolean {
  if (hidden === undefined) {
    try {
      hidden = localStorage.getItem(STORED) === '1';
    } catch (cause) {
      console.warn('Whether amounts are hidden could not be read', cause);
      hidden = false;
    }
  }

  return hidden;
}

/** Hides or shows the user's amounts on Home; stored on this device. */
export function hideAmounts(hide: boolean): void {
  hidden = hide;

  try {
    localStorage.setItem(STORED, hide ? '1' : '0');
  } catch (cause) {
    console.warn('The choice lasts for this visit only', cause);
  }

  for (const listener of listeners) listener();
}

/** On the server: what the phone of the next render has stored. */
export function provideHiddenAmounts(isHidden: boolean): void {
  hidden = isHidden;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useHiddenAmounts(): boolean {
  return useSyncExternalStore(subscribe, read, read);
}

/** An amount of the user, or dots while amounts are hidden. */
export function Amount({ paise, form = 'exact' }: { paise: number; form?: 'exact' | 'whole' }) {
  const t = useT();
  if (!useHiddenAmounts()) return formatMoney(paise, form);

  return (
    <>
      <span aria-hidden="true">₹••••</span>
      <span className="visually-hidden">{t('home.amount_hidden')}</span>
    </>
  );
}

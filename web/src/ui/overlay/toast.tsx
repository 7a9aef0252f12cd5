import { useEffect, useRef, useSyncExternalStore } from 'react';
import style from './toast.module.css';

type ActiveToast = { text: string; number: number } | null;

let shown: ActiveToast = null;
let count = 0;
const listeners = new Set<() => void>();

function show(next: ActiveToast): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Shows a short message; one at a time, the newest wins. */
export function toast(text: string): void {
  count += 1;
  show({ text, number: count });
}

/** Shows a text whenever the value has become another one. */
export function useToastAtChange(value: unknown, text: string): void {
  const before = useRef(value);
  useEffect(() => {
    if (before.current !== value) toast(text);
    before.current = value;
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const readShown = (): ActiveToast => shown;

/**
 * The container of toasts; rendered once, in the app's shell.
 * @param shortest how long a text is shown at least, in milliseconds
 */
export function Toaster({ shortest = 3000 }: { shortest?: number }) {
  const current = useSyncExternalStore(subscribe, readShown, readShown);
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const popover = box.current;
    if (!current || !popover) return;

    // A popover is drawn above an open dialog; it is shown again to be above one opened later.
    popover.hidePopover?.();
    popover.showPopover?.();

    const timer = setTimeout(() => show(null), shortest + current.text.length * 50);
    return () => clearTimeout(timer);
  }, [current, shortest]);

  return (
    <div ref={box} popover="manual" role="status" aria-live="polite" className={style.toaster}>
      {current && (
        <button
          key={current.number}
          type="button"
          tabIndex={-1}
          className={style.toast}
          onClick={() => show(null)}
        >
          {current.text}
        </button>
      )}
    </div>
  );
}

import { createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react';
import { kitTexts } from '../texts/kit.ts';
import { IconButton } from './button.tsx';
import style from './overlay.module.css';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'good' | 'bad';
}

type Show = (text: string, tone?: Toast['tone']) => void;

const ToastContext = createContext<Show>(() => undefined);

const SHOWN_MS = 8_000;

/** Status region for confirmations, read by screen readers. */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const remove = useCallback(
    (id: number) => setToasts((before) => before.filter((toast) => toast.id !== id)),
    [],
  );

  const show = useCallback<Show>((text, tone = 'good') => {
    setToasts((before) => [...before, { id: (before.at(-1)?.id ?? 0) + 1, text, tone }]);
  }, []);

  return (
    <ToastContext value={show}>
      {children}
      <section className={style.toasts} aria-label={kitTexts.messages} aria-live="polite">
        {toasts.map((toast) => (
          <ToastLine key={toast.id} toast={toast} onRemove={remove} />
        ))}
      </section>
    </ToastContext>
  );
}

/** Toasts: confirmations disappear after eight seconds, errors stay until dismissed. */
export function useToast(): Show {
  return use(ToastContext);
}

/** Shows the words with which an act ends, or the error with which it fails. */
export function useAnnounce(): (act: Promise<string>) => Promise<void> {
  const toast = useToast();

  return async (act) => {
    try {
      toast(await act);
    } catch (error) {
      toast((error as Error).message, 'bad');
    }
  };
}

function ToastLine({
  toast,
  onRemove,
}: {
  readonly toast: Toast;
  readonly onRemove: (id: number) => void;
}) {
  const { id, text, tone } = toast;

  useEffect(() => {
    if (tone === 'bad') return;

    const timer = setTimeout(() => onRemove(id), SHOWN_MS);

    return () => clearTimeout(timer);
  }, [id, tone, onRemove]);

  return (
    <div className={style.toast} data-tone={tone}>
      <span>{text}</span>
      <IconButton icon="cross" label={kitTexts.dismiss} onPress={() => onRemove(id)} />
    </div>
  );
}

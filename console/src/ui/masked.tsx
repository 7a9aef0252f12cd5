import { useEffect, useState } from 'react';
import { kitTexts } from '../texts/kit.ts';
import { IconButton } from './button.tsx';
import { ConfirmPanel } from './confirm-panel.tsx';
import { Dialog } from './dialog.tsx';
import style from './overlay.module.css';
import type { Trouble } from './states.tsx';

/** How long a revealed value is shown. */
const SHOWN_MS = 60_000;

interface MaskedProps {
  /** Name of the field, such as "PAN". */
  readonly label: string;
  /** The masked value, such as "··718H". */
  readonly masked: string;
  /** Loads the value from the server; throws if refused. Absent if the reader may not reveal it. */
  readonly onReveal?: (reason: string) => Promise<string>;
}

/** Masked personal data. Revealing it needs a reason, is logged, and lasts a minute. */
export function Masked({ label, masked, onReveal }: MaskedProps) {
  const [value, setValue] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Trouble | null>(null);

  useEffect(() => {
    if (value === undefined) return;

    const timer = setTimeout(() => setValue(undefined), SHOWN_MS);

    return () => clearTimeout(timer);
  }, [value]);

  if (onReveal === undefined) return masked;

  const reveal = async (reason: string): Promise<void> => {
    setBusy(true);

    try {
      setValue(await onReveal(reason));
      setAsking(false);
      setError(null);
    } catch (cause) {
      setError(cause as Trouble);
    } finally {
      setBusy(false);
    }
  };

  return (
    <span className={style.masked}>
      <span role="status">{value ?? masked}</span>
      {value === undefined ? (
        <IconButton icon="eye" label={kitTexts.reveal(label)} onPress={() => setAsking(true)} />
      ) : (
        <IconButton icon="cross" label={kitTexts.hide} onPress={() => setValue(undefined)} />
      )}
      <Dialog
        title={kitTexts.revealTitle(label)}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
      >
        <ConfirmPanel
          title={label}
          act={kitTexts.revealAct}
          reasonHint={kitTexts.revealWhy}
          isBusy={isBusy}
          error={error}
          onConfirm={(reason) => void reveal(reason)}
          onCancel={() => setAsking(false)}
        />
      </Dialog>
    </span>
  );
}

import { useEffect, useEffectEvent, useState } from 'react';
import { useT } from '../../i18n/index.ts';
import { Button } from '../layout/button.tsx';
import { Dialog } from '../overlay/dialog.tsx';
import style from './progress.module.css';

const SECONDS = 10; // Specification §2 and §9: ten seconds down to zero, then an end event.

type Props = {
  open: boolean;
  /** 'Processing', 'The amount is being evaluated'. */
  title: string;
  text?: string;
  /** The awaited result is there: the dialog says so and offers to show it at once. */
  isReady?: boolean;
  /** Once, at zero or when the user asks for the result that is there. */
  onEnd: () => void;
};

/** Counts ten seconds down to zero, then calls `onEnd`. It never restarts by itself. */
export function CountdownDialog(props: Props) {
  return props.open ? <Counting {...props} /> : null;
}

function Counting({ title, text, isReady = false, onEnd }: Props) {
  const t = useT();
  const [left, setLeft] = useState(SECONDS);
  const over = left === 0;
  const end = useEffectEvent(onEnd);

  useEffect(() => {
    if (over) return end();

    const started = performance.now();
    const timer = setInterval(() => {
      setLeft(Math.max(0, SECONDS - Math.floor((performance.now() - started) / 1000 + 0.05)));
    }, 250);

    return () => clearInterval(timer);
  }, [over]);

  return (
    <Dialog
      open
      title={title}
      actions={isReady && <Button onClick={onEnd}>{t('ui.show_result')}</Button>}
    >
      <div
        className={style.count}
        role="timer"
        aria-label={t('ui.seconds_left', { seconds: left })}
      >
        <svg viewBox="0 0 100 100" aria-hidden="true">
          <circle cx="50" cy="50" r="46" />
          <circle
            cx="50"
            cy="50"
            r="46"
            pathLength={SECONDS}
            strokeDasharray={SECONDS}
            strokeDashoffset={SECONDS - left}
          />
        </svg>
        <span className={style.number} aria-hidden="true">
          {left}
        </span>
      </div>
      <p className={style.centre} role="status">
        {isReady ? t('ui.result_ready') : text}
      </p>
    </Dialog>
  );
}

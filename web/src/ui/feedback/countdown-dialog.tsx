import { useEffect, useEffectEvent, useState } from 'react';
import { useT } from '../../i18n/index.ts';
import { Dialog } from '../overlay/dialog.tsx';
import style from './progress.module.css';

const SECONDS = 10; // Specification §2 and §9: ten seconds down to zero, then an end event.

type Props = {
  open: boolean;
  /** 'Processing', 'The amount is being evaluated'. */
  title: string;
  text?: string;
  /** The awaited process has ended: the count stops early. */
  ended?: boolean;
  /** Once, at zero or when `ended`. */
  onEnd: () => void;
};

/** Counts down at most ten seconds, then calls `onEnd`. It never restarts by itself. */
export function CountdownDialog(props: Props) {
  return props.open ? <Counting {...props} /> : null;
}

function Counting({ title, text, ended = false, onEnd }: Props) {
  const t = useT();
  const [left, setLeft] = useState(SECONDS);
  const over = ended || left === 0;
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
    <Dialog open title={title}>
      <div className={style.count} role="timer" aria-label={t('ui.seconds_left', { seconds: left })}>
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
      {text && <p className={style.centre}>{text}</p>}
    </Dialog>
  );
}

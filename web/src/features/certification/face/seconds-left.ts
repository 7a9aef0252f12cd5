import { useEffect, useRef, useState } from 'react';
import { now } from '../../../session/clock.ts';

/**
 * Counts whole seconds down to an instant (UTC ms), also while the phone sleeps, and reports its
 * end.
 */
export function useSecondsLeft(endsAt: number | undefined, onOver: () => void): number {
  const [left, setLeft] = useState(Number.POSITIVE_INFINITY);
  const over = useRef(onOver);

  useEffect(() => {
    over.current = onOver;
  });

  useEffect(() => {
    if (endsAt === undefined) return;

    const count = () => {
      const seconds = Math.max(0, Math.ceil((endsAt - now()) / 1000));
      setLeft(seconds);
      if (seconds === 0) over.current();
    };

    count();

    const timer = setInterval(count, 1000);
    return () => clearInterval(timer);
  }, [endsAt]);

  return left;
}

import { useLayoutEffect, useState } from 'react';
import { now } from '../../session/clock.ts';

/** Whole seconds until an instant (UTC ms), counting down; 0 when it has passed. */
export function useSecondsLeft(until: number): number {
  const [at, setAt] = useState(now);
  const left = Math.max(0, Math.ceil((until - at) / 1000));
  const runs = left > 0;

  // Before the first paint of a new end: an older clock reading would show a second too many.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new end needs a new clock reading
  useLayoutEffect(() => {
    setAt(now());
    if (!runs) return;
    const timer = setInterval(() => setAt(now()), 500);
    return () => clearInterval(timer);
  }, [runs, until]);

  return left;
}

/** '0:42' */
export function formatLeft(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

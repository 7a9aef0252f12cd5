import { createContext, type ReactNode, use, useEffect, useState } from 'react';

type Clock = () => number;

const ClockContext = createContext<Clock>(() => 0);

const TICK_MS = 15_000;

/** Provides the server's clock, in UTC milliseconds. */
export function ClockProvider({
  now,
  children,
}: {
  readonly now: Clock;
  readonly children: ReactNode;
}) {
  return <ClockContext value={now}>{children}</ClockContext>;
}

/** The server's time, updated every 15 seconds (or `everyMs`). */
export function useNow(everyMs: number = TICK_MS): number {
  const clock = use(ClockContext);
  const [now, setNow] = useState(clock);

  useEffect(() => {
    setNow(clock());
    const timer = setInterval(() => setNow(clock()), everyMs);

    return () => clearInterval(timer);
  }, [clock, everyMs]);

  return now;
}

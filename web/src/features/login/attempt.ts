import { useState } from 'react';
import { describe } from './failure.ts';

/** Runs what may fail, one at a time; a failed call is told in `error`, which `clear` takes back. */
export function useAttempt(isBusyAtFirst = false) {
  const [isBusy, setBusy] = useState(isBusyAtFirst);
  const [error, setError] = useState<string>();
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setError(undefined);
    try {
      await work();
    } catch (cause) {
      setError(describe(cause).text);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, error, attempt, tell: setError, clear: () => setError(undefined) };
}

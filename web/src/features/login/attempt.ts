import { useState } from 'react';
import { describe } from './failure.ts';

/** Runs one call at a time; a failure is in `error` until `clear`. */
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
  return { isBusy, error, attempt, showError: setError, clear: () => setError(undefined) };
}

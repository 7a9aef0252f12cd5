import { useState } from 'react';
import { ApiError, NoAnswer } from './api.ts';

/**
 * Runs an action of several calls, one action at a time; a failure is in `error` until `clear`. For
 * sign-in and codes, whose screens are shown before TanStack Query is loaded; other screens send by
 * `useSend`.
 */
export function useAttempt(isBusyAtFirst = false) {
  const [isBusy, setBusy] = useState(isBusyAtFirst);
  const [error, setError] = useState<string>();

  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setError(undefined);

    try {
      await work();
    } catch (cause) {
      if (!(cause instanceof NoAnswer || cause instanceof ApiError)) throw cause;
      setError(cause.message);
    } finally {
      setBusy(false);
    }
  };

  return { isBusy, error, attempt, showError: setError, clear: () => setError(undefined) };
}

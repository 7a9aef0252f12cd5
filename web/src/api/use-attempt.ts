import { useState } from 'react';
import { t } from '../i18n/index.ts';
import { ApiError, NoAnswer } from './api.ts';
import { markHandled } from './failures.ts';

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
      setError(failureText(cause));
    } finally {
      setBusy(false);
    }
  };

  return { isBusy, error, attempt, showError: setError, clear: () => setError(undefined) };
}

const TOO_MANY = 429;

/** The failure of a call as text, with the wait of a 429. Rethrows any other error. */
function failureText(error: unknown): string {
  if (error instanceof NoAnswer) return error.message;
  if (!(error instanceof ApiError)) throw error;

  const wait = error.code === TOO_MANY ? error.data?.retryAfterSeconds : undefined;
  if (wait === undefined) return error.message;

  // The text with the wait replaces the general one.
  markHandled(error);

  return waitText(wait);
}

function waitText(seconds: number): string {
  if (seconds < 60) return t('login.wait_seconds', { seconds });

  const minutes = Math.ceil(seconds / 60);
  return minutes < 60
    ? t('login.wait_minutes', { minutes })
    : t('login.wait_hours', { hours: Math.ceil(minutes / 60) });
}

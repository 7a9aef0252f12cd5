import { ApiError, NoAnswer } from '../../api/api.ts';
import { t } from '../../i18n/index.ts';

/** A failed call: code, reason and text. */
export type Failure = { code: number; reason: string | undefined; text: string };

const TOO_MANY = 429;

/** The failure of a call as text, with the wait of a 429 in minutes or seconds. Rethrows any other error. */
export function describe(error: unknown): Failure {
  if (error instanceof NoAnswer) return { code: 0, reason: undefined, text: error.message };
  if (!(error instanceof ApiError)) throw error;
  const { code, data } = error;
  const wait = code === TOO_MANY ? data?.retryAfterSeconds : undefined;
  return { code, reason: data?.reason, text: wait === undefined ? error.message : waitText(wait) };
}

function waitText(seconds: number): string {
  if (seconds < 60) return t('login.wait_seconds', { seconds });
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60
    ? t('login.wait_minutes', { minutes })
    : t('login.wait_hours', { hours: Math.ceil(minutes / 60) });
}

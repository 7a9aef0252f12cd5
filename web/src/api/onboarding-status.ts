import { userStatus } from '@noren/contract/login';
import { correctClock } from '../session/clock.ts';
import { type OnboardingStatus, readSession, setOnboardingStatus } from '../session/session.ts';
import { preloadedResponse, send, waitForFirstView } from './api.ts';

let request: { token: string | null; answer: Promise<OnboardingStatus> } | null = null;

let reusable: { token: string | null; onboardingStatus: OnboardingStatus } | null = null;
const REUSABLE_MS = 2_000;

/**
 * Lets the guard of the next path use a status that was just loaded, once, instead of loading it
 * again.
 */
export function reuseOnboardingStatus(onboardingStatus: OnboardingStatus): void {
  const entry = { token: readSession().token, onboardingStatus };
  reusable = entry;
  setTimeout(() => {
    if (reusable === entry) reusable = null;
  }, REUSABLE_MS);
}

/** Loads the status and stores it in the session; concurrent callers share one request. */
export function loadOnboardingStatus(): Promise<OnboardingStatus> {
  const { token } = readSession();
  const known = reusable;

  reusable = null;
  if (known?.token === token) return Promise.resolve(known.onboardingStatus);
  // A request for a former session is not shared.
  if (request?.token === token) return request.answer;

  const answer = requestStatus(token).finally(() => {
    if (request?.answer === answer) request = null;
  });
  request = { token, answer };

  return answer;
}

/**
 * The status as the first view answered it, for a screen that is rendered at once; undefined where
 * it did not.
 */
export async function takeFirstStatus(): Promise<OnboardingStatus | undefined> {
  await waitForFirstView();

  const answer = preloadedResponse(userStatus, {});
  if (!answer) return undefined;

  correctClock(answer.serverTimeMs);
  setOnboardingStatus(answer);
  reuseOnboardingStatus(answer);

  return answer;
}

/** Asks for the status, whatever was loaded before: of a change that may know nothing. */
export async function requestStatus(token: string | null): Promise<OnboardingStatus> {
  const answer = await send(userStatus, {});
  correctClock(answer.serverTimeMs);
  // The user may have signed out or changed while the call was running.
  if (readSession().token === token) setOnboardingStatus(answer);

  return answer;
}

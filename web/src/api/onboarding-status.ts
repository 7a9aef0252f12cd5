import { userStatus } from '@noren/contract/login';
import { correctClock } from '../session/clock.ts';
import { type OnboardingStatus, readSession, setOnboardingStatus } from '../session/session.ts';
import { send, type Telling } from './api.ts';

let asking: { token: string | null; answer: Promise<OnboardingStatus> } | null = null;

let handed: { token: string | null; onboardingStatus: OnboardingStatus } | null = null;
const HANDED_FOR_MS = 2_000;

/** For the guard of the place to which somebody is led by what was just answered: it need not ask again. */
export function reuseOnboardingStatus(onboardingStatus: OnboardingStatus): void {
  const given = { token: readSession().token, onboardingStatus };
  handed = given;
  setTimeout(() => {
    if (handed === given) handed = null;
  }, HANDED_FOR_MS);
}

/** Asks the server where the user stands and notes it; several askers at once share one request. */
export function loadOnboardingStatus(telling: Telling = 'screen'): Promise<OnboardingStatus> {
  const { token } = readSession();
  const known = handed;
  handed = null;
  if (known?.token === token) return Promise.resolve(known.onboardingStatus);
  // What was asked for who was signed in before says nothing of who is now.
  if (asking?.token === token) return asking.answer;
  const answer = ask(token, telling).finally(() => {
    if (asking?.answer === answer) asking = null;
  });
  asking = { token, answer };
  return answer;
}

async function ask(token: string | null, telling: Telling): Promise<OnboardingStatus> {
  const answer = await send(userStatus, {}, telling);
  correctClock(answer.serverTimeMs);
  // Signed out, or in as somebody else, while the answer was on its way: it is not theirs.
  if (readSession().token === token) setOnboardingStatus(answer);
  return answer;
}

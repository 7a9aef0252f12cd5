import { userStatus } from '@noren/contract/login';
import { send, type Telling } from './api.ts';
import { correctClock } from './clock.ts';
import { keepStanding, readSession, type Standing } from './session.ts';

let asking: Promise<Standing> | null = null;

/** Asks the server where the user stands and notes it; several askers at once share one request. */
export function loadStanding(telling: Telling = 'screen'): Promise<Standing> {
  asking ??= ask(telling).finally(() => {
    asking = null;
  });
  return asking;
}

async function ask(telling: Telling): Promise<Standing> {
  const { token } = readSession();
  const answer = await send(userStatus, {}, telling);
  correctClock(answer.serverTimeMs);
  // Signed out, or in as somebody else, while the answer was on its way: it is not theirs.
  if (readSession().token === token) keepStanding(answer);
  return answer;
}

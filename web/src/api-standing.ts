import { userStatus } from '@noren/contract/login';
import { send, type Telling } from './api.ts';
import { correctClock } from './clock.ts';
import { keepStanding, readSession, type Standing } from './session.ts';

let asking: { token: string | null; answer: Promise<Standing> } | null = null;

/** Asks the server where the user stands and notes it; several askers at once share one request. */
export function loadStanding(telling: Telling = 'screen'): Promise<Standing> {
  const { token } = readSession();
  // What was asked for who was signed in before says nothing of who is now.
  if (asking?.token === token) return asking.answer;
  const answer = ask(token, telling).finally(() => {
    if (asking?.answer === answer) asking = null;
  });
  asking = { token, answer };
  return answer;
}

async function ask(token: string | null, telling: Telling): Promise<Standing> {
  const answer = await send(userStatus, {}, telling);
  correctClock(answer.serverTimeMs);
  // Signed out, or in as somebody else, while the answer was on its way: it is not theirs.
  if (readSession().token === token) keepStanding(answer);
  return answer;
}

import { randomInt } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { RETURN_PATH } from '../../platform/ports/digilocker.ts';
import { LOCKER_ANSWERS, type LockerAnswer, writeLockerCode } from '../digilocker/digilocker.ts';
import { type InventedPerson, inventPerson, MAX_SEED } from '../people/data.ts';
import { type Html, html, showHead } from './html.ts';

const query = z.object({
  state: z.string().max(200),
  challenge: z.string().max(100),
  seed: z.coerce.number().int().min(0).max(MAX_SEED).optional().catch(undefined),
});

type Visit = z.infer<typeof query>;

/** Adds the simulated page of DigiLocker, where an invented person allows or refuses. */
export function registerDigiLockerPage(server: FastifyInstance): void {
  server.get('/sandbox/digilocker', (request, reply) => {
    const visit = query.safeParse(request.query);
    const page = visit.success ? showVisit(visit.data) : NO_VISIT;

    return reply
      .code(visit.success ? 200 : 400)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page.html);
  });
}

function showVisit(visit: Visit): Html {
  const person = inventPerson(visit.seed ?? randomInt(1_000_000));
  const answers = Object.entries(LOCKER_ANSWERS) as [LockerAnswer, string][];

  return showPage(
    'Share your Aadhaar?',
    html`<p>Noren asks for name, birth date, gender, address and photo.</p>
<dl><div><dt>Name</dt><dd class="today">${person.name}</dd></div>
<div><dt>Birth date</dt><dd>${person.birthDay.split('-').reverse().join('/')}</dd></div>
<div><dt>Aadhaar</dt><dd>xxxx xxxx ${person.aadhaar.slice(-4)}</dd></div></dl>
<div class="buttons">${answers.map((one) => showAnswer(one, visit, person))}
<form method="get" action="${RETURN_PATH}">${hide('state', visit.state)}
${hide('error', 'access_denied')}<button>Refuse</button></form></div>
<form method="get" class="part">${hide('state', visit.state)}${hide('challenge', visit.challenge)}
<label>The person of seed <input name="seed" inputmode="numeric" size="10"
value="${person.seed}"></label><button>Show</button></form>
<p><small>The sandbox’s page names the seed beside the invented person.</small></p>`,
  );
}

function showAnswer(
  [answer, words]: [LockerAnswer, string],
  { state, challenge }: Visit,
  { seed }: InventedPerson,
): Html {
  const code = writeLockerCode({ seed, answer, challenge });
  const look = answer === 'genuine' ? 'main' : '';

  return html`<form method="get" action="${RETURN_PATH}">${hide('state', state)}
${hide('code', code)}<button class="${look}">${words}</button></form>`;
}

const hide = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`;

const NO_VISIT = showPage(
  'No such visit',
  html`<p>Open this page from the app: “Use DigiLocker”, beside the back of the Aadhaar card.</p>
<p><a class="back" href="/">Open the app</a></p>`,
);

function showPage(title: string, content: Html): Html {
  return html`<!doctype html>
<html lang="en">
${showHead(`${title} · Sandbox DigiLocker`)}
<body>
<header><p>Sandbox DigiLocker: a simulated page. Nobody shown here exists.</p></header>
<main><section><h1>${title}</h1>
${content}</section></main>
</body>
</html>`;
}

import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { listMandates } from '../bank/mandates-store.ts';
import { inventPerson, MAX_SEED } from '../people/data.ts';
import { readSandboxMails } from '../phone/mail-store.ts';
import { answerControl } from './answer.ts';
import { registerApiPage } from './api-page.ts';
import { registerBankPage } from './bank-page.ts';
import { registerControls } from './controls.ts';
import { registerDigiLockerPage } from './digilocker-page.ts';
import { showDues } from './dues.ts';
import { type Html, html, showHead } from './html.ts';
import { registerAttachments, showMails } from './mails.ts';
import { showMandates } from './mandates.ts';
import { readMessagesOut, showMessages } from './messages.ts';
import type { SandboxParts } from './parts.ts';
import { showMade, showPayments } from './payments.ts';
import * as sections from './sections.ts';
import {
  readMadePayments,
  readOpenPayments,
  readWaitingDues,
  readWaitingWebhooks,
} from './store.ts';

const seedOf = z.object({ seed: z.coerce.number().int().min(0).max(MAX_SEED) });

/** Adds the page at /sandbox and its controls. Called in a sandbox only. */
export async function registerSandboxPage(
  server: FastifyInstance,
  parts: SandboxParts,
): Promise<void> {
  server.get('/sandbox', async (request, reply) => {
    const query = seedOf.safeParse(request.query);
    const seed = query.success ? query.data.seed : randomInt(1_000_000);
    const page = await showPage(parts, seed);

    return reply
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page.html);
  });

  for (const [path, file, type] of FILES) {
    const content = await readFile(file, 'utf8');
    server.get(path, (_request, reply) =>
      reply.header('cache-control', 'no-cache').type(`text/${type}; charset=utf-8`).send(content),
    );
  }

  server.get('/sandbox/live', (_request, reply) =>
    answerControl(reply, async () => {
      const live = await readLive(parts);
      return Object.fromEntries(Object.entries(live).map(([id, part]) => [id, part.html]));
    }),
  );
  registerApiPage(server);
  registerBankPage(server, parts.deps);
  registerDigiLockerPage(server);
  registerAttachments(server, parts.deps.db);
  registerControls(server, parts);
}

/** What the pages load. */
const FILES = [
  ['/sandbox/page.css', new URL('./style.css', import.meta.url), 'css'],
  ['/sandbox/page.js', new URL('./browser.mjs', import.meta.url), 'javascript'],
  ['/sandbox/bank.js', new URL('./bank-browser.mjs', import.meta.url), 'javascript'],
  ['/sandbox/control.mjs', new URL('./control.mjs', import.meta.url), 'javascript'],
] as const;

/** The parts of the page that refresh, by the id of their element. */
async function readLive({
  deps,
  bank,
  day,
  staffAlerts,
}: SandboxParts): Promise<Record<string, Html>> {
  const { db } = deps;

  return {
    today: html`${day.today().split('-').reverse().join('/')}`,
    dues: showDues(await readWaitingDues(db), deps.now()),
    messages: showMessages(await readMessagesOut(deps)),
    mails: showMails(await readSandboxMails(db)),
    staffAlerts: sections.showStaffAlerts(staffAlerts.sent()),
    made: showMade(await readMadePayments(db)),
    mandates: showMandates(await listMandates(db)),
    payments: showPayments(await readOpenPayments(db)),
    webhooks: sections.showWebhooks(await readWaitingWebhooks(db)),
    switches: sections.showSwitches(await bank.behaviours()),
  };
}

async function showPage(parts: SandboxParts, seed: number): Promise<Html> {
  const live = await readLive(parts);
  const shown = buildSections(live, seed);

  return html`<!doctype html>
<html lang="en">
${showHead('Noren sandbox', '/sandbox/page.js')}
<body>
<header>
<h1>Noren sandbox</h1>
<p>Nothing here is real: no money moves, no message is sent, nobody shown exists.</p>
<p><a href="/">Open the app</a></p>
<p>What waits for the lender’s people is in the console, whose address the start prints.</p>
<p><a href="/sandbox/api">Calls of the app and of the console</a></p>
<noscript><p>The controls of this page need JavaScript.</p></noscript>
</header>
<nav aria-label="Parts of this page">
<ul>${shown.map(({ id, title }) => html`<li><a href="#h-${id}">${title}</a></li>`)}</ul>
<label>Only this phone
<input id="phone-filter" type="search" inputmode="numeric" autocomplete="off" size="14"></label>
<p id="filtered" role="status"></p></nav>
<main>
${shown.map(
  ({ id, title, content }) => html`<section aria-labelledby="h-${id}">
<h2 id="h-${id}" tabindex="-1">${title}</h2>${content}</section>`,
)}
</main>
<div id="said" role="status" aria-live="polite"></div>
</body>
</html>`;
}

const FIRST_STEPS = html`<ol class="steps">
<li><b>Borrow:</b> <a href="#h-starting-points">sign in</a> as “Certified, with a limit”. The app
opens with a limit; choose a product and accept it. Each code it asks for is under
<a href="#h-messages">Sent messages</a>.</li>
<li><b>Repay:</b> open the order in the app, choose UPI, then pay it here under
<a href="#h-payments">Open payments</a>. <a href="#h-day">Move the day</a> on before that to see
interest, or a loan that is overdue.</li>
<li><b>Be certified from the start:</b> log out in the app and sign in with the phone of the
<a href="#h-person">invented person</a>; the pictures of the cards are beside their details.</li>
<li><b>Break something:</b> choose <a href="#h-switches">how the bank behaves</a>, and do it
again.</li>
</ol>`;

interface Section {
  /** The heading's id is `h-` and this. */
  readonly id: string;
  readonly title: string;
  readonly content: Html;
}

/** The sections in the order of the page and of its index. */
function buildSections(live: Readonly<Record<string, Html>>, seed: number): Section[] {
  const place = (id: string): Html => html`<div id="${id}" tabindex="-1">${live[id] ?? ''}</div>`;
  const section = (id: string, title: string, content: Html): Section => ({ id, title, content });

  return [
    section('first', 'What to press first', FIRST_STEPS),
    section('messages', 'Sent messages', html`${place('dues')}${place('messages')}`),
    section('mails', 'Sent e-mails', place('mails')),
    section('staff', 'Messages to staff', html`${place('staffAlerts')}`),
    section(
      'starting-points',
      'Sign in as a new person',
      html`<p>Makes a new invented person and signs this browser in as them.</p>
${sections.showStartingPoints()}`,
    ),
    section('payments', 'Open payments', showPaymentParts(place)),
    section('day', 'Business day', showDay(live)),
    section('link', 'Sign-in link', LINK_FORM),
    section(
      'person',
      'An invented person to fill the forms with',
      html`<p>Touch a value to copy it. <a href="/sandbox?seed=${seed + 1}#h-person">Another
person</a> <small>(seed ${seed})</small></p>
${sections.showPerson(inventPerson(seed))}`,
    ),
    section('switches', 'How the bank behaves', place('switches')),
  ];
}

function showPaymentParts(place: (id: string) => Html): Html {
  return html`${place('payments')}
<h3>AutoPay in the payer’s UPI app</h3>${place('mandates')}
<h3>What the bank has not reported yet</h3>${place('webhooks')}
<h3>Payments the bank received lately</h3>${place('made')}
<form data-control="transfer" class="part"><label>A transfer that names no payment: ₹
<input name="rupees" inputmode="decimal" value="500" size="6"></label>
<label>UTR <input name="utr" autocomplete="off" size="16" placeholder="random if empty"></label>
<button>Transfer</button></form>`;
}

function showDay(live: Readonly<Record<string, Html>>): Html {
  return html`<p class="today"><span id="today">${live.today ?? ''}</span></p>
<div class="buttons"><form data-control="day"><input type="hidden" name="days" value="1">
<button class="main">+1 day</button></form>
<form data-control="day" class="part">
<label>Days <input name="days" inputmode="numeric" value="7" size="3"></label>
<button>Move forward</button></form></div>
<p><small>It moves forward only, for everybody in this sandbox. Codes and links keep to the
clock.</small></p>`;
}

const LINK_FORM = html`<form data-control="link" class="part">
<label>Phone <input name="phone" inputmode="numeric" autocomplete="off" size="14"></label>
<button>Make a link</button></form>
<p id="link"></p><p><small>As a messaging app would carry it: works once, for 24 hours, for a user
who exists.</small></p>`;

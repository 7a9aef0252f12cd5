import { paymentCode } from '@noren/contract/payment';
import type { FastifyInstance } from 'fastify';
import { findIntent, stateAt } from '../../lending/payments/store.ts';
import type { Deps } from '../../platform/deps.ts';
import { findInstrument, listPayments } from '../bank/store.ts';
import { ControlError } from './answer.ts';
import { clockTime, type Html, html, rupees, showHead } from './html.ts';

/**
 * `open`: it can be paid; `seen`: paid, and not confirmed by the payer's bank; `over`: paid
 * otherwise, or too late.
 */
type LinkState = 'open' | 'seen' | 'paid' | 'over';

/** A payment link as the simulated bank sees it. */
interface PaymentLink {
  readonly code: string;
  readonly payeeName: string;
  readonly amountPaise: number;
  readonly state: LinkState;
  readonly paidAt: number | null;
}

/** Adds the simulated bank's page, where a payment link is paid. */
export function registerBankPage(server: FastifyInstance, deps: Deps): void {
  server.get('/sandbox/pay/:code', async (request, reply) => {
    const { code } = request.params as { code: string };
    const link = await readPaymentLink(deps, code);
    const isDeclined = (request.query as { outcome?: unknown }).outcome === 'declined';
    const page = link ? showBankPage(link, isDeclined) : NO_LINK;

    reply.header('cache-control', 'no-store').type('text/html; charset=utf-8');

    return reply.code(link ? 200 : 404).send(page.html);
  });
}

/** The payment link of a code; null when the bank made none. */
async function readPaymentLink(
  { db, now, appConfig }: Deps,
  code: string,
): Promise<PaymentLink | null> {
  if (!paymentCode.safeParse(code).success) return null;

  const instrument = await findInstrument(db, 'payment_link', code);
  const intent = await findIntent(db, code);
  if (!instrument || !intent) return null;

  const payments = await listPayments(db, code);
  const captured = payments.find(({ state }) => state === 'captured');
  const isOpen = ['pending', 'checking'].includes(stateAt(intent, now()));
  const state = captured ? 'paid' : payments.length > 0 ? 'seen' : isOpen ? 'open' : 'over';

  return {
    code,
    payeeName: appConfig.lender.name,
    amountPaise: captured?.amountPaise ?? intent.amountPaise,
    state,
    paidAt: captured?.paidAt ?? null,
  };
}

/** @throws ControlError when nothing can be paid through the code's link */
export async function requireOpenLink(deps: Deps, code: string): Promise<void> {
  const link = await readPaymentLink(deps, code);
  if (!link) throw new ControlError(404, NO_LINK_WORDS);
  if (link.state !== 'open')
    throw new ControlError(409, `${TITLES[link.state]}. Open the link again to see it.`);
}

const TITLES: Record<LinkState, string> = {
  open: 'Pay by the sandbox bank',
  seen: 'Your bank has not confirmed this payment yet',
  paid: 'This payment is made',
  over: 'Nothing can be paid through this link any more',
};

function showBankPage(link: PaymentLink, isDeclined: boolean): Html {
  const { code, payeeName, amountPaise, state } = link;
  const declined = isDeclined && state === 'open' ? DECLINED : '';

  return showPage(
    TITLES[state],
    html`${declined}
<dl><div><dt>Amount</dt><dd class="today">${rupees(amountPaise)}</dd></div>
<div><dt>To</dt><dd>${payeeName}</dd></div>
<div><dt>Reference</dt><dd><code>${code}</code></dd></div></dl>
${showNext(link)}
<p><a class="back" href="/#/pembayaran?code=${code}">Back to the app</a></p>`,
  );
}

const DECLINED = html`<p role="alert"><b>The bank declined.</b> No money has left the account.
You can try again.</p>`;

/** The buttons of the link, or its result. */
function showNext({ code, state, paidAt }: PaymentLink): Html {
  const hidden = html`<input type="hidden" name="code" value="${code}">`;
  switch (state) {
    case 'open':
      return html`<div class="buttons">
<form data-control="payLink">${hidden}<button class="main">Pay</button></form>
<form method="get"><input type="hidden" name="outcome" value="declined">
<button>Decline</button></form>
<form data-control="payLink">${hidden}<input type="hidden" name="seen" value="yes">
<button>Leave pending</button></form></div>
<p><small>“Leave pending” is a bank that takes the order and confirms later.</small></p>`;
    case 'seen':
      return html`<div class="buttons"><form data-control="confirm">${hidden}
<button class="main">Confirm it now</button></form></div>`;
    case 'paid':
      return html`<p>Paid on ${clockTime(paidAt ?? 0)}. The app shows it by itself;
this page can be closed.</p>`;
    case 'over':
      return html`<p>It was paid in another way, cancelled, or its time is up.
Start a new payment in the app.</p>`;
    default: {
      const missing: never = state;
      throw new RangeError(`unknown state: ${missing}`);
    }
  }
}

const NO_LINK_WORDS = 'The sandbox bank made no payment link of this code.';

const NO_LINK = showPage(
  'No such payment link',
  html`<p>${NO_LINK_WORDS} Start the payment in the app again.</p>
<p><a class="back" href="/">Open the app</a></p>`,
);

function showPage(title: string, content: Html): Html {
  return html`<!doctype html>
<html lang="en">
${showHead(`${title} · Sandbox bank`, '/sandbox/bank.js')}
<body>
<header>
<p>Sandbox bank: a simulated payment page. Nothing here is real and no money moves.</p>
<noscript><p>The buttons of this page need JavaScript.</p></noscript>
</header>
<main><section><h1>${title}</h1>
${content}
<p id="said" class="bad" role="alert"></p></section></main>
</body>
</html>`;
}

import { CODES } from '@noren/contract/codes';
import { CallError } from '../call-error.ts';
import { type Handlers, working } from '../handler.ts';
import { orWait } from '../limits.ts';
import { askPaid } from './ask-payment.ts';
import { readInstruments, showInstrument } from './instruments.ts';
import { prepareIntent } from './start-payment.ts';
import { findIntent, type Intent, readRepayId } from './store.ts';

export const repaymentHandlers: Handlers<'startPayment' | 'viewPayment'> = {
  startPayment: working({
    work: prepareIntent,
    run: async (_ctx, _input, _tx, { code, amountPaise, expiresAt }: Intent) => ({ code, amountPaise, expiresAt }),
  }),

  viewPayment: working({
    async work({ deps, address, now }, { params }) {
      const intent = await findIntent(deps.db, params.code);
      // By code, not by address: a carrier puts many payers behind one, and each looks every few seconds.
      const bucket = intent ? 'payment-view-code-minute' : 'payment-guess-address-minute';
      orWait(await deps.limits.take([[bucket, intent ? params.code : address]], now));
      if (intent && intent.state !== 'paid') await askPaid(deps, intent);
    },
    async run({ deps, now }, { params }, db) {
      const intent = await findIntent(db, params.code);
      if (!intent) throw new CallError(CODES.notFound, 'error.not_found');
      const state = stateOf(intent, now);
      const instruments = state === 'pending' ? await readInstruments(db, intent) : [];
      return {
        state,
        kind: intent.kind,
        // A receipt says what came in, whatever was asked.
        amountPaise: intent.paidPaise ?? intent.amountPaise,
        payeeName: deps.appConfig.lender.name,
        orderLast4: (await readRepayId(db, intent)).slice(-4),
        channels: state === 'pending' ? [...deps.payments.channels] : [],
        instruments: instruments.flatMap(({ instrument }) => (instrument ? showInstrument(instrument) : [])),
        reference: intent.code,
        expiresAt: intent.expiresAt,
        paidAt: intent.paidAt,
      };
    },
  }),
};

function stateOf(intent: Intent, now: number): Intent['state'] {
  return intent.state === 'pending' && intent.expiresAt <= now ? 'expired' : intent.state;
}

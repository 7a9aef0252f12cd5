import { randomBytes, randomUUID } from 'node:crypto';
import { DEBIT_FAILURES, type DebitFailure } from '@noren/core/money/mandate-states';
import type { Db } from '../../platform/db/db.ts';
import type {
  DebitAnswer,
  DebitRequest,
  MandateRequest,
  Mandates,
} from '../../platform/ports/mandates.ts';
import type { ProviderEvent } from '../../platform/ports/payments.ts';
import { type BankBehaviour, type DebitBehaviour, SandboxTimeout } from './behaviour.ts';
import {
  decideDebit,
  findDebit,
  findMandate,
  insertDebit,
  insertMandate,
  moveMandate,
  type SandboxMandate,
} from './mandates-store.ts';
import { recordPayment, toProviderEvent } from './payments.ts';
import { listPayments } from './store.ts';

/** What a payer pays the sandbox's bank to approve a mandate. */
const APPROVAL_PAISE = 100;

export interface MandateParts {
  readonly db: Db;
  readonly now: () => number;
  readonly behaviour: () => Promise<DebitBehaviour>;
  readonly notify: (event: ProviderEvent, behaviour: BankBehaviour) => Promise<void>;
}

/** The bank's mandates and their debits. */
export function makeMandates(parts: MandateParts): Mandates {
  const { db, now, behaviour, notify } = parts;

  return {
    approvalPaise: APPROVAL_PAISE,
    async ask({ code, mostPaise, payeeName }) {
      await takeBehaviour(behaviour);
      await insertMandate(db, {
        code,
        mostPaise,
        tokenRef: `token_${randomBytes(9).toString('hex')}`,
        state: 'waiting',
        upiUri: makeUpiUri({ code, mostPaise, payeeName }),
        createdAt: now(),
      });
      const { tokenRef, upiUri } = await requireMandate(db, code);

      return { customerRef: `cust_${tokenRef.slice(6)}`, orderRef: `order_${code}`, upiUri };
    },
    async find({ code }) {
      const { state, tokenRef } = await requireMandate(db, code);
      const payments = (await listPayments(db, code)).map(toProviderEvent);
      return { mandate: { state, tokenRef }, payments };
    },
    async cancel({ tokenRef }) {
      const found = await findMandate(db, { tokenRef });
      if (found) await moveMandate(db, found.code, OPEN, 'cancelled');
    },
    async announce(debit) {
      const setting = await takeBehaviour(behaviour);
      const { code, tokenRef, amountPaise } = debit;
      const orderRef = `order_${code}`;
      await insertDebit(db, { code, orderRef, tokenRef, amountPaise, now: now() });

      const state = setting === 'announcement_failed' ? 'failed' : 'delivered';
      const eventId = `evt_${randomUUID()}`;
      await notify(
        { kind: 'debit_announcement', eventId, orderRef, state, atMs: now() },
        'succeed',
      );

      return { orderRef };
    },
    present: (debit) => present(parts, debit),
    findDebit: ({ code }) => readAnswer(db, code),
  };
}

const OPEN = ['waiting', 'confirmed', 'paused'] as const;

/** Reads the bank's set behaviour. @throws SandboxTimeout when it takes no request */
async function takeBehaviour(behaviour: MandateParts['behaviour']): Promise<DebitBehaviour> {
  const setting = await behaviour();
  if (setting === 'never_taken') throw new SandboxTimeout('the request was not taken');
  return setting;
}

function makeUpiUri({ code, mostPaise, payeeName }: Omit<MandateRequest, 'lastMs'>): string {
  const payee = encodeURIComponent(payeeName);
  const rule = 'amrule=MAX&recur=ASPRESENTED&cu=INR';
  return `upi://mandate?pa=noren.sandbox@upi&pn=${payee}&am=${mostPaise / 100}&tr=${code}&${rule}`;
}

async function requireMandate(db: Db, code: string): Promise<SandboxMandate> {
  const found = await findMandate(db, { code });
  if (!found) throw new SandboxTimeout(`the bank has no mandate ${code}`);
  return found;
}

async function present(parts: MandateParts, debit: DebitRequest): Promise<DebitAnswer> {
  const { db, behaviour, notify } = parts;
  const setting = await takeBehaviour(behaviour);

  const mandate = await findMandate(db, { tokenRef: debit.tokenRef });
  const failure = mandate?.state === 'confirmed' ? toFailure(setting) : 'mandate_over';
  const decided = { state: failure ? 'failed' : 'paid', reason: failure } as const;
  if (!(await decideDebit(db, debit.code, decided))) return readAnswer(db, debit.code);

  const event: ProviderEvent = failure
    ? {
        kind: 'debit_failed',
        eventId: `evt_${randomUUID()}`,
        code: debit.code,
        paymentRef: `pay_${randomBytes(9).toString('hex')}`,
        reason: failure,
      }
    : await recordPayment(db, parts.now(), { code: debit.code, amountPaise: debit.amountPaise });

  if (setting === 'time_out')
    throw new SandboxTimeout('the bank decided the debit, but its answer was lost');
  await notify(event, DELIVERIES[setting] ?? 'succeed');

  return { state: 'waiting' };
}

/** How the webhook of a debit is delivered, where not as usual. */
const DELIVERIES: Partial<Record<DebitBehaviour, BankBehaviour>> = {
  duplicate: 'duplicate',
  late: 'late',
  lost: 'lost',
};

const toFailure = (setting: DebitBehaviour): DebitFailure | null =>
  DEBIT_FAILURES.find((failure) => failure === setting) ?? null;

async function readAnswer(db: Db, code: string): Promise<DebitAnswer> {
  const debit = await findDebit(db, code);
  if (debit?.state === 'failed')
    return { state: 'failed', paymentRef: null, reason: debit.reason ?? 'other' };
  if (debit?.state !== 'paid') return { state: 'absent' };

  const [event] = (await listPayments(db, code)).map(toProviderEvent);
  return event?.kind === 'payment' ? { state: 'paid', event } : { state: 'waiting' };
}

/** What a payer can do with a mandate in the UPI app. */
export type PayerAct = 'approve' | 'refuse' | 'pause' | 'unpause' | 'cancel';

const ACTS: Record<
  PayerAct,
  {
    from: readonly SandboxMandate['state'][];
    to: 'confirmed' | 'rejected' | 'paused' | 'cancelled';
  }
> = {
  approve: { from: ['waiting'], to: 'confirmed' },
  refuse: { from: ['waiting'], to: 'rejected' },
  pause: { from: ['confirmed'], to: 'paused' },
  unpause: { from: ['paused'], to: 'confirmed' },
  cancel: { from: ['confirmed', 'paused'], to: 'cancelled' },
};

/**
 * Carries out the payer's act on a mandate, and sends the webhooks that report it.
 * @returns false when the mandate's state does not allow the act
 */
export async function actAsPayer(
  { db, now, notify }: Omit<MandateParts, 'behaviour'>,
  { code, act }: { code: string; act: PayerAct },
  behaviour: BankBehaviour,
): Promise<boolean> {
  const { from, to } = ACTS[act];
  if (!(await moveMandate(db, code, from, to))) return false;

  const { tokenRef } = await requireMandate(db, code);
  if (act === 'approve')
    await notify(await recordPayment(db, now(), { code, amountPaise: APPROVAL_PAISE }), behaviour);
  await notify({ kind: 'mandate', eventId: `evt_${randomUUID()}`, tokenRef, state: to }, behaviour);

  return true;
}

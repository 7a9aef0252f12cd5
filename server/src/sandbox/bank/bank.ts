import { randomUUID } from 'node:crypto';
import type { Db } from '../../platform/db/db.ts';
import type { PaymentProvider } from '../../platform/ports/mandates.ts';
import type { ProviderEvent } from '../../platform/ports/payments.ts';
import type { Payouts } from '../../platform/ports/payouts.ts';
import { makeAccountChecks } from './accounts.ts';
import type { BankBehaviour, BankPart, Behaviours } from './behaviour.ts';
import { actAsPayer, makeMandates, type PayerAct } from './mandates.ts';
import { confirmSeen, makePayments, type PayerPayment, recordPayment } from './payments.ts';
import { makePayouts } from './payouts.ts';
import { makeWebhookPump, type WebhookPump } from './pump.ts';
import { markPayoutReversed, readCapturedAmount, readSwitches, writeSwitch } from './store.ts';
import {
  type DeliverWebhook,
  makeWebhookQueue,
  postWebhook,
  type SignedWebhook,
  signWebhook,
  type WebhookQueue,
} from './webhooks.ts';

/** A payout and payment provider in our own database, with a behaviour that can be set. */
export interface SandboxBank {
  readonly payouts: Payouts;
  readonly payments: PaymentProvider;
  setBehaviour<P extends BankPart>(part: P, behaviour: Behaviours[P]): Promise<void>;
  behaviours(): Promise<Behaviours>;
  /** Pays a code, in full or another amount, by a channel. Null when the payer's bank declines. */
  payIntent(
    code: string,
    amountPaise?: number,
    how?: Omit<PayerPayment, 'code' | 'amountPaise'>,
  ): Promise<ProviderEvent | null>;
  /** Confirms a payment that was only seen. Null when the code has none. */
  confirmSeen(code: string): Promise<ProviderEvent | null>;
  /**
   * Charges a payment back, in full unless an amount is given. Null when there is no such payment.
   */
  chargeBack(providerRef: string, amountPaise?: number): Promise<ProviderEvent | null>;
  /**
   * The borrower's bank sends a payout back that was paid out. Null when there is no such payout.
   */
  reversePayout(payoutRef: string): Promise<ProviderEvent | null>;
  /** The payer acts on a mandate in the UPI app. False when it cannot be. */
  actAsPayer(code: string, act: PayerAct): Promise<boolean>;
  signedWebhook(event: ProviderEvent): SignedWebhook;
  /**
   * Delivers every queued webhook, due or not, to a server.
   * @returns how many
   */
  deliverAll(url: string): Promise<number>;
  stop(): void;
}

const LATE_MS = 20_000;
const OUT_OF_ORDER_MS = 5_000;

/**
 * Makes the bank. `now`: the time of payments, UTC ms; `deliver`: null leaves webhooks queued;
 * `always`: fixed behaviour instead of the switches.
 */
export function makeSandboxBank(given: {
  db: Db;
  now: () => number;
  secret: string;
  deliver: DeliverWebhook | null;
  always?: Behaviours;
}): SandboxBank {
  const { db, now, secret } = given;
  const queue = makeWebhookQueue(db, now, secret);
  const pump = makeWebhookPump(queue, given.deliver, now);

  const behaviours = async (): Promise<Behaviours> => {
    if (given.always) return given.always;

    const set = await readSwitches(db);

    return {
      payouts: 'succeed',
      payments: 'succeed',
      refunds: 'succeed',
      accounts: 'own_name',
      debits: 'succeed',
      ...set,
    };
  };

  const notify = makeNotifier(queue, pump, now);

  return {
    payouts: {
      ...makePayouts({
        db,
        now,
        behaviour: async () => (await behaviours()).payouts,
        notify,
        pump,
      }),
      validateAccount: makeAccountChecks({
        db,
        now,
        behaviour: async () => (await behaviours()).accounts,
      }),
    },
    payments: makePayments({
      db,
      now,
      secret,
      behaviour: async () => (await behaviours()).payments,
      refundBehaviour: async () => (await behaviours()).refunds,
      mandates: makeMandates({
        db,
        now,
        behaviour: async () => (await behaviours()).debits,
        notify,
      }),
      notify,
    }),
    behaviours,
    setBehaviour: (part, behaviour) => writeSwitch(db, part, behaviour),
    ...makeCustomers({ db, now, behaviours, notify }),
    signedWebhook: (event) => signWebhook(secret, event),
    deliverAll: (url) => queue.deliver((webhook) => postWebhook(url, webhook), 'all'),
    stop: pump.stop,
  };
}

/** What payers and their banks do, and the borrower's bank with a payout. */
function makeCustomers({
  db,
  now,
  behaviours,
  notify,
}: {
  db: Db;
  now: () => number;
  behaviours: () => Promise<Behaviours>;
  notify: Notify;
}): Pick<SandboxBank, 'payIntent' | 'confirmSeen' | 'chargeBack' | 'reversePayout' | 'actAsPayer'> {
  return {
    actAsPayer: async (code, act) =>
      actAsPayer({ db, now, notify }, { code, act }, (await behaviours()).payments),

    async payIntent(code, amountPaise, how) {
      const behaviour = (await behaviours()).payments;
      if (behaviour === 'fail') return null;

      const event = await recordPayment(db, now(), { ...how, code, amountPaise });
      await notify(event, behaviour);

      return event;
    },

    async confirmSeen(code) {
      const event = await confirmSeen(db, code);
      if (event) await notify(event, (await behaviours()).payments);

      return event;
    },

    async chargeBack(providerRef, amountPaise) {
      const event = await buildChargeback(db, now(), { providerRef, amountPaise });
      if (event) await notify(event, (await behaviours()).payments);

      return event;
    },

    async reversePayout(payoutRef) {
      const event = await buildReversal(db, payoutRef);
      if (event) {
        const does = (await behaviours()).payouts;
        await notify(event, does === 'low_balance' ? 'succeed' : does);
      }

      return event;
    },
  };
}

type Notify = (event: ProviderEvent, behaviour: BankBehaviour) => Promise<void>;

/** Queues webhooks as the behaviour says: at once, twice, late, out of order, or never. */
function makeNotifier(queue: WebhookQueue, pump: WebhookPump, now: () => number): Notify {
  return async (event, behaviour) => {
    switch (behaviour) {
      case 'succeed':
      case 'by_webhook':
      case 'fail':
        await queue.add(event, 0);
        break;
      case 'duplicate':
        await queue.add(event, 0);
        await queue.add(event, 0);
        break;
      case 'late':
        await queue.add(event, LATE_MS);
        break;
      case 'out_of_order': {
        const next = await queue.nextDue();
        await queue.add(event, next === null ? OUT_OF_ORDER_MS : next - now() - 1);
        break;
      }
      case 'time_out':
      case 'never_taken':
      case 'lost':
        return;
      default: {
        const missing: never = behaviour;
        throw new RangeError(`unknown behaviour: ${missing}`);
      }
    }

    pump.wake();
  };
}

async function buildReversal(db: Db, payoutRef: string): Promise<ProviderEvent | null> {
  const providerId = await markPayoutReversed(db, payoutRef, 'account_closed');
  if (providerId === null) return null;
  const event = { kind: 'payout', eventId: `evt_${randomUUID()}`, payoutRef, providerId } as const;
  return { ...event, state: 'reversed', reason: 'account_closed' };
}

async function buildChargeback(
  db: Db,
  now: number,
  { providerRef, amountPaise }: { providerRef: string; amountPaise: number | undefined },
): Promise<ProviderEvent | null> {
  const paidPaise = await readCapturedAmount(db, providerRef);
  if (paidPaise === undefined) return null;

  const taken = { amountPaise: amountPaise ?? paidPaise, takenAtMs: now };
  return {
    kind: 'chargeback',
    eventId: `evt_${randomUUID()}`,
    paymentProviderRef: providerRef,
    ...taken,
  };
}

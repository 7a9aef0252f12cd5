import { randomUUID } from 'node:crypto';
import type { Db } from '../../platform/db/db.ts';
import type { Payments, ProviderEvent } from '../../platform/ports/payments.ts';
import type { Payouts } from '../../platform/ports/payouts.ts';
import { makeAccountChecks } from './accounts.ts';
import type { BankBehaviour, BankPart, Behaviours } from './behaviour.ts';
import { confirmSeen, makePayments, type Paid, recordPayment } from './payments.ts';
import { makePayouts } from './payouts.ts';
import { makeWebhookPump, type WebhookPump } from './pump.ts';
import { readCapturedAmount, readSwitches, writeSwitch } from './store.ts';
import {
  type DeliverWebhook,
  makeWebhookQueue,
  postWebhook,
  type SignedWebhook,
  signWebhook,
  type WebhookQueue,
} from './webhooks.ts';

/** A provider of payouts and payments that lives in our own database and behaves as it is told to. */
export interface SandboxBank {
  readonly payouts: Payouts;
  readonly payments: Payments;
  setBehaviour<P extends BankPart>(part: P, behaviour: Behaviours[P]): Promise<void>;
  behaviours(): Promise<Behaviours>;
  /** What a payer does with a code: pays it, or another amount, by a channel. Null when their bank declines. */
  payIntent(
    code: string,
    amountPaise?: number,
    how?: Omit<Paid, 'code' | 'amountPaise'>,
  ): Promise<ProviderEvent | null>;
  /** The payer's bank confirms what it was only told to pay. Null when nothing of the code waits for it. */
  confirmSeen(code: string): Promise<ProviderEvent | null>;
  /** The payer's bank takes a payment back, all of it unless told otherwise. Null when there is no such payment. */
  chargeBack(providerRef: string, amountPaise?: number): Promise<ProviderEvent | null>;
  signedWebhook(event: ProviderEvent): SignedWebhook;
  /** Brings every webhook that waits, due or not, to a server. @returns how many */
  deliverAll(url: string): Promise<number>;
  stop(): void;
}

const LATE_MS = 20_000;
const OUT_OF_ORDER_MS = 5_000;

/**
 * Makes the bank; `now` is UTC ms and says when a payment was made; `deliver` null leaves webhooks waiting; `always`
 * holds its behaviour whatever the switches say.
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
    return { payouts: 'succeed', payments: 'succeed', refunds: 'succeed', accounts: 'own_name', ...set };
  };
  const tell = makeTeller(queue, pump, now);
  return {
    payouts: {
      ...makePayouts({ db, now, behaviour: async () => (await behaviours()).payouts, tell, pump }),
      validateAccount: makeAccountChecks({ db, now, behaviour: async () => (await behaviours()).accounts }),
    },
    payments: makePayments({
      db,
      now,
      secret,
      behaviour: async () => (await behaviours()).payments,
      refundBehaviour: async () => (await behaviours()).refunds,
      tell,
    }),
    behaviours,
    setBehaviour: (part, behaviour) => writeSwitch(db, part, behaviour),
    async payIntent(code, amountPaise, how) {
      const behaviour = (await behaviours()).payments;
      if (behaviour === 'fail') return null;
      const event = await recordPayment(db, now(), { ...how, code, amountPaise });
      await tell(event, behaviour);
      return event;
    },
    async confirmSeen(code) {
      const event = await confirmSeen(db, code);
      if (event) await tell(event, (await behaviours()).payments);
      return event;
    },
    async chargeBack(providerRef, amountPaise) {
      const event = await chargebackOf(db, now(), { providerRef, amountPaise });
      if (event) await tell(event, (await behaviours()).payments);
      return event;
    },
    signedWebhook: (event) => signWebhook(secret, event),
    deliverAll: (url) => queue.bring((webhook) => postWebhook(url, webhook), 'all'),
    stop: pump.stop,
  };
}

/** Tells by webhook as the switch says: at once, twice, late, out of order, or never. */
function makeTeller(
  queue: WebhookQueue,
  pump: WebhookPump,
  now: () => number,
): (event: ProviderEvent, behaviour: BankBehaviour) => Promise<void> {
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

async function chargebackOf(
  db: Db,
  now: number,
  { providerRef, amountPaise }: { providerRef: string; amountPaise: number | undefined },
): Promise<ProviderEvent | null> {
  const paidPaise = await readCapturedAmount(db, providerRef);
  if (paidPaise === undefined) return null;
  const taken = { amountPaise: amountPaise ?? paidPaise, takenAtMs: now };
  return { kind: 'chargeback', eventId: `evt_${randomUUID()}`, paymentProviderRef: providerRef, ...taken };
}

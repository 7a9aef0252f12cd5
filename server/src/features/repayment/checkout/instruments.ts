import type { Instrument as ShownInstrument } from '@noren/contract/payment';
import { type Db, type Tx, timestamp } from '../../../platform/db/db.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { Channel, Instrument } from '../../../platform/ports/payments.ts';
import { type Intent, type IntentKey, readRepayId } from '../store.ts';

/** An instrument requested from the provider for one channel; `instrument` is null until it answers. */
export interface MadeInstrument {
  readonly channel: Channel;
  readonly instrument: Instrument | null;
}

/** The instruments of an intent, in order of request. */
export async function readInstruments(db: Db | Tx, key: IntentKey): Promise<MadeInstrument[]> {
  const rows = await db
    .selectFrom('payment_instruments')
    .select(['channel', 'instrument', 'providerRef'])
    .where('userId', '=', key.userId)
    .where('orderId', '=', key.orderId)
    .where('intentId', '=', key.intentId)
    .orderBy('requestedAt')
    .orderBy('channel')
    .execute();
  return rows.map(({ channel, instrument, providerRef }) => ({
    channel: channel as Channel,
    instrument: instrument === null ? null : ({ ...instrument, providerRef } as Instrument),
  }));
}

/** Records a channel before the provider is called, so that an instrument whose answer is lost is requested again. */
async function recordRequest(db: Db | Tx, key: IntentKey, given: { channel: Channel; now: number }): Promise<void> {
  const { userId, orderId, intentId } = key;
  await db
    .insertInto('payment_instruments')
    .values({
      userId,
      orderId,
      intentId,
      channel: given.channel,
      requestedAt: timestamp(given.now),
    })
    .onConflict((clash) => clash.doNothing())
    .execute();
}

/**
 * The instrument of a channel: the one made before, or the provider's, asked for under the intent's own code, so that
 * one whose answer was lost is found again. @throws Error when no answer came
 */
export async function makeInstrument(
  deps: Deps,
  intent: Intent,
  given: { channel: Channel; repayId: string },
): Promise<Instrument> {
  const made = await readInstruments(deps.db, intent);
  const before = made.find(({ channel }) => channel === given.channel)?.instrument;
  if (before) return before;
  await recordRequest(deps.db, intent, { channel: given.channel, now: deps.now() });
  const instrument = await deps.payments.make(given.channel, {
    code: intent.code,
    amountPaise: intent.amountPaise,
    payeeName: deps.appConfig.lender.name,
    note: `Loan ${given.repayId}`,
    expiresAtMs: intent.expiresAt,
  });
  await keepInstrument(deps.db, intent, instrument);
  return instrument;
}

/** The instruments of an intent; one whose answer was lost is requested again while the intent can still be paid. */
export async function recoverInstruments(deps: Deps, intent: Intent): Promise<Instrument[]> {
  const made = await readInstruments(deps.db, intent);
  const instruments = made.flatMap(({ instrument }) => instrument ?? []);
  const lost = made.filter(({ instrument }) => instrument === null);
  if (lost.length === 0 || intent.expiresAt <= deps.now()) return instruments;
  const repayId = await readRepayId(deps.db, intent);
  for (const { channel } of lost) {
    try {
      instruments.push(await makeInstrument(deps, intent, { channel, repayId }));
    } catch (err) {
      // Continue with the others.
      deps.log.warn({ err, intentId: intent.intentId, channel }, 'payment provider gave no answer');
    }
  }
  return instruments;
}

async function keepInstrument(db: Db, key: IntentKey, { providerRef, ...instrument }: Instrument): Promise<void> {
  await db
    .updateTable('payment_instruments')
    .set({ providerRef, instrument: JSON.stringify(instrument) })
    .where('userId', '=', key.userId)
    .where('orderId', '=', key.orderId)
    .where('intentId', '=', key.intentId)
    .where('channel', '=', instrument.channel)
    .execute();
}

/** An instrument in wire form, without the provider's reference. */
export function showInstrument({ providerRef: _, ...shown }: Instrument): ShownInstrument {
  return shown as ShownInstrument;
}

import type { Channel } from '@noren/contract/payment';
import { type Db, type Tx, timestamp } from '../../../platform/db/db.ts';
import type { Instrument } from '../../../platform/ports/payments.ts';
import type { IntentKey } from '../store.ts';

/**
 * An instrument requested from the provider for one channel; `instrument` is null until it answers.
 */
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

/**
 * Records a channel before the provider is called, so that an instrument whose answer is lost is
 * requested again.
 */
export async function insertInstrumentRequest(
  db: Db | Tx,
  key: IntentKey,
  request: { channel: Channel; now: number },
): Promise<void> {
  const { userId, orderId, intentId } = key;
  await db
    .insertInto('payment_instruments')
    .values({
      userId,
      orderId,
      intentId,
      channel: request.channel,
      requestedAt: timestamp(request.now),
    })
    .onConflict((clash) => clash.doNothing())
    .execute();
}

/** Stores the instrument with which the provider answered. */
export async function saveInstrument(
  db: Db,
  key: IntentKey,
  { providerRef, ...instrument }: Instrument,
): Promise<void> {
  await db
    .updateTable('payment_instruments')
    .set({ providerRef, instrument: JSON.stringify(instrument) })
    .where('userId', '=', key.userId)
    .where('orderId', '=', key.orderId)
    .where('intentId', '=', key.intentId)
    .where('channel', '=', instrument.channel)
    .execute();
}

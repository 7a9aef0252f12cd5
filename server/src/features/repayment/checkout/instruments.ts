import type { Instrument as ShownInstrument } from '@noren/contract/payment';
import type { Deps } from '../../../platform/deps.ts';
import type { Channel, Instrument } from '../../../platform/ports/payments.ts';
import { type Intent, readRepayId } from '../store.ts';
import { insertInstrumentRequest, readInstruments, saveInstrument } from './instrument-store.ts';

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
  await insertInstrumentRequest(deps.db, intent, { channel: given.channel, now: deps.now() });
  const instrument = await deps.payments.make(given.channel, {
    code: intent.code,
    amountPaise: intent.amountPaise,
    payeeName: deps.appConfig.lender.name,
    note: `Loan ${given.repayId}`,
    expiresAtMs: intent.expiresAt,
  });
  await saveInstrument(deps.db, intent, instrument);
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

/** An instrument in wire form, without the provider's reference. */
export function showInstrument({ providerRef: _, ...shown }: Instrument): ShownInstrument {
  return shown as ShownInstrument;
}

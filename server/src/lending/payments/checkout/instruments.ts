import type { Channel, Instrument as ShownInstrument } from '@noren/contract/payment';
import type { Deps } from '../../../platform/deps.ts';
import { findProviderOfChannel } from '../../../platform/payment-providers.ts';
import type { Instrument } from '../../../platform/ports/payments.ts';
import { type Intent, readRepayId } from '../store.ts';
import { insertInstrumentRequest, readInstruments, saveInstrument } from './instrument-store.ts';

/**
 * The instrument of a channel: the stored one, or a new one from the provider. It is requested
 * under the intent's code, so the provider returns the same one again after a lost answer.
 * @throws Error when the provider does not answer, and RangeError when nobody offers the channel
 */
export async function makeInstrument(
  deps: Deps,
  intent: Intent,
  request: { channel: Channel; repayId: string },
): Promise<Instrument> {
  const made = await readInstruments(deps.db, intent);
  const existing = made.find(({ channel }) => channel === request.channel)?.instrument;
  if (existing) return existing;

  const provider = findProviderOfChannel(deps.payments, request.channel);
  if (!provider) throw new RangeError(`nobody makes ${request.channel}`);

  await insertInstrumentRequest(deps.db, intent, { channel: request.channel, now: deps.now() });

  const instrument = await provider.make(request.channel, {
    code: intent.code,
    amountPaise: intent.amountPaise,
    payeeName: deps.appConfig.lender.name,
    note: `Loan ${request.repayId}`,
    expiresAtMs: intent.expiresAt,
  });
  await saveInstrument(deps.db, intent, instrument);

  return instrument;
}

/**
 * The instruments of an intent; one whose answer was lost is requested again while the intent can
 * still be paid.
 */
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

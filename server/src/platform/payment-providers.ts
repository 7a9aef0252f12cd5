import type { Channel } from '@noren/contract/payment';
import type { Mandates, PaymentProvider } from './ports/mandates.ts';

/**
 * Everybody who takes payments for this lender. A channel is made by the first that offers it.
 * docs/payment-providers.md
 */
export type PaymentProviders = readonly PaymentProvider[];

/** The channels a payment can be made by. */
export function offeredChannels(providers: PaymentProviders): Channel[] {
  return [...new Set(providers.flatMap(({ channels }) => channels))];
}

/** Who makes a channel; undefined when nobody offers it. */
export function findProviderOfChannel(
  providers: PaymentProviders,
  channel: Channel,
): PaymentProvider | undefined {
  return providers.find(({ channels }) => channels.includes(channel));
}

/** A provider by the name stored with its payments; undefined when it is not set up any more. */
export function findProvider(
  providers: PaymentProviders,
  name: string,
): PaymentProvider | undefined {
  return providers.find((one) => one.name === name);
}

/** Who debits by mandates; undefined when nobody does. */
export function findMandateProvider(providers: PaymentProviders): MandateProvider | undefined {
  return providers.find((one): one is MandateProvider => one.mandates !== undefined);
}

export type MandateProvider = PaymentProvider & { readonly mandates: Mandates };

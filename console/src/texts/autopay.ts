import type { MandateState } from '@noren/core/money/mandate-states';

const MANDATE: Readonly<Record<string, string>> = {
  asked: 'AutoPay asked for',
  confirmed: 'AutoPay allowed',
  paused_by_payer: 'Paused in the UPI app',
  paused: 'Paused in the app',
  resumed: 'Resumed',
  refused: 'AutoPay not allowed',
  ended: 'AutoPay ended',
};

/** How a mandate stands. */
const STATES: Readonly<Record<MandateState, string>> = {
  asked: 'Not allowed yet',
  confirmed: 'On',
  paused_by_payer: 'Paused in the UPI app',
  refused: 'Not allowed',
  ended: 'Ended',
};

export const autopayStateText = (mandate: { state: MandateState; isPaused: boolean }): string =>
  mandate.state === 'confirmed' && mandate.isPaused ? 'Paused in the app' : STATES[mandate.state];

const DEBIT: Readonly<Record<string, string>> = {
  planned: 'Debit planned',
  announced: 'Debit announced',
  delivered: 'Announcement delivered',
  presented: 'Debit presented',
  paid: 'Debit made',
  failed: 'Debit failed',
  withdrawn: 'Debit not presented',
};

const ACTORS: Readonly<Record<string, string>> = {
  borrower: 'by the borrower',
  payer: 'by the payer',
  provider: 'by the provider',
  lender: 'by the lender',
};

/** What happened to a mandate or to a debit. */
export const autopayEventText = (kind: string, isDebit: boolean): string =>
  (isDebit ? DEBIT : MANDATE)[kind] ?? kind;

export const autopayActorText = (actor: string): string => ACTORS[actor] ?? actor;

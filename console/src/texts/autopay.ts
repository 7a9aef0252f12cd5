const MANDATE: Readonly<Record<string, string>> = {
  asked: 'AutoPay asked for',
  confirmed: 'AutoPay allowed',
  paused_by_payer: 'Paused in the UPI app',
  paused: 'Paused in the app',
  resumed: 'Resumed',
  refused: 'AutoPay not allowed',
  ended: 'AutoPay ended',
};

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

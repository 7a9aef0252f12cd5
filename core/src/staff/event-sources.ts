/** Where the events of a borrower's timeline are recorded. */
export const EVENT_SOURCES = [
  'borrower',
  'order',
  'consent',
  'message',
  'payment',
  'payout',
  'refund',
  'staff',
  'ticket',
] as const;

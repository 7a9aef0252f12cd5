/** Texts that are the same as in English: names of products, of systems and of numbers. */
export const SAME_EVERYWHERE: ReadonlySet<string> = new Set([
  'APR',
  // The name of a way to pay.
  'AutoPay',
  'IFSC',
  'Noren',
  'PAN',
  'PDF',
  'UPI',
  'WhatsApp',
]);

/** Words that a language has in common with English. */
export const SAME_IN: Readonly<Record<string, ReadonlySet<string>>> = {
  es: new Set(['App', 'Cheque', 'Cookies', 'No', 'OK', 'Total', '{count} min']),
  hi: new Set(['DD MM YYYY']),
  id: new Set(['Bank', 'E-mail', 'Limit', 'OK', 'Status', 'Total']),
};

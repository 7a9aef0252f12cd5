import { formatDay, isBusinessDay } from '../money/time.ts';

/**
 * Words that every message of a lender has alike: the program's and those of the lender's own
 * settings. They are registered as fixed text, because the operators allow few variables and
 * approve callback numbers and addresses once.
 */
const constants: ReadonlySet<string> = new Set([
  'minutes',
  'hours',
  'days',
  'host',
  'officer',
  'officerPhone',
  'officerEmail',
  'callsFrom',
]);

/** The secret parts of links, which are sent in the link alone. */
const tokens: ReadonlySet<string> = new Set(['token', 'payToken']);

/**
 * Values as a registered SMS has them, the constants among them. Operators let letters, digits,
 * spaces, points and strokes through: days are DD/MM/YYYY, times HH.MM, and amounts stand without
 * "₹" and commas behind a fixed "Rs.". A day and its time are one variable, and so are the parts of
 * a link.
 */
export function smsValues(values: Readonly<Record<string, string>>): Record<string, string> {
  const plain = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, plainValue(name, value)]),
  );
  const { day, time, host, token, payToken } = values;

  return {
    ...plain,
    ...(day && time && { moment: `${plain.day} ${plain.time}` }),
    ...(host && token && { link: `https://${host}/#?openToken=${token}` }),
    ...(host && payToken && { link: `https://${host}/#/pay/${payToken}` }),
  };
}

/**
 * The registry's limit of characters for one variable. An address is checked against the registered
 * one instead.
 */
export const SMS_VARIABLE_LETTERS = 40;

/** The values that are sent as variables. */
export function smsVariables(values: Readonly<Record<string, string>>): Record<string, string> {
  const sent = Object.entries(smsValues(values)).filter(
    ([name]) => !constants.has(name) && !tokens.has(name),
  );

  return Object.fromEntries(
    sent.map(([name, value]) => [
      name,
      name === 'link' ? value : value.slice(0, SMS_VARIABLE_LETTERS).trimEnd(),
    ]),
  );
}

function plainValue(name: string, value: string): string {
  if (constants.has(name) || tokens.has(name)) return value;
  if (isBusinessDay(value)) return formatDay(value);
  if (value.startsWith('₹')) return value.replace(/[₹,\s]/g, '');
  if (name === 'time') return value.replace(':', '.');

  return value.replace(/[^\p{L}\p{M}\p{N}._/]+/gu, ' ').trim();
}

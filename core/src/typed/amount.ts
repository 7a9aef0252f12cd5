import { formatRupees, groupDigits, type Paise, paise } from '../money/money.ts';
import { readNumber, readUnits } from './number.ts';
import { plainText } from './text.ts';

/**
 * What is wrong with a typed amount: nothing was typed, it is no amount or has two meanings, or it
 * is out of all proportion.
 */
export type AmountFault = 'empty' | 'format' | 'large';
type AmountCheck = { ok: true; value: Paise } | { ok: false; fault: AmountFault };

const MAX_RUPEE_DIGITS = 12;
const UNIT = '(?:₹|inr|rupees?|rs\\.?|re\\.?|रुपये|रुपए|रुपया|रु\\.?|रू\\.?)';
const BEFORE = new RegExp(`^${UNIT}\\s*:?\\s*`, 'iu');
const AFTER = new RegExp(`\\s*(?:${UNIT}|/\\s*[=\\p{Pd}])?(?:\\s*only)?\\.?$`, 'iu');

/**
 * An amount as typed, in rupees: '500.00', '₹1,00,000', 'Rs. 500/-', '10.160,15', in the digits of
 * any script. What is negative, finer than a paisa, in words ('2 lakh') or has two meanings
 * ('1.000') is refused, never turned into another amount.
 */
export function readAmount(text: string): AmountCheck {
  const plain = plainText(text).trim();
  if (plain === '') return { ok: false, fault: 'empty' };

  const bare = plain.replace(BEFORE, '').replace(AFTER, '');
  const read = readNumber(bare);
  if (!read || read.isNegative || read.fraction.length > 2) return { ok: false, fault: 'format' };
  if (read.whole.length > MAX_RUPEE_DIGITS) return { ok: false, fault: 'large' };

  return { ok: true, value: paise(readUnits(bare, 2) ?? 0) };
}

/** An amount as a field shows it: without the sign, and without paise where there are none. */
export function amountText(amount: number): string {
  return formatRupees(paise(amount)).slice(1);
}

/** A field's text before and after a change, and what the browser's event says about it. */
export type TypedChange = {
  before: string;
  after: string;
  inputType?: string | undefined;
  data?: string | null | undefined;
};

/**
 * What an amount field shows after a change. Whole rupees are grouped while they are typed; what
 * was pasted or filled in is shown as it was understood. Anything else stays as it is, so that it
 * can be mended.
 */
export function showAmount(change: TypedChange): string {
  if (!isByKey(change)) return settleAmount(change.after);

  // The commas of a grouped amount are the field's own, until the user types one.
  const earlier = readAmount(change.before);
  const isGrouped = earlier.ok && change.before === amountText(earlier.value);
  const after = isGrouped && change.data !== ',' ? change.after.replaceAll(',', '') : change.after;
  const plain = plainText(after);
  const read = readNumber(plain);
  const isWhole = read?.fraction === '' && /^[\d,]*\d$/.test(plain);

  return isWhole ? groupDigits(read.whole) : after;
}

/** An amount's text as a field shows it once it is left; as typed while it is no amount. */
export function settleAmount(text: string): string {
  const read = readAmount(text);
  return read.ok ? amountText(read.value) : text;
}

/** Whether one key made the change: any other may replace the whole text. */
function isByKey({ inputType = '', data }: TypedChange): boolean {
  if (inputType.startsWith('delete') || inputType === 'insertCompositionText') return true;
  return inputType === 'insertText' && [...(data ?? '')].length === 1;
}

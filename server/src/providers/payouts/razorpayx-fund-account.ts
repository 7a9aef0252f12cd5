import { createHash } from 'node:crypto';
import type { Refused } from '../razorpay-http.ts';

/** The account, and its holder as the contact: one contact an account, found again under the account's digest. */
export function fundAccountOf(given: { ifsc: string; accountNo: string; holderName: string }) {
  const name = payableName(given.holderName);
  const digest = createHash('sha256').update(`${given.ifsc}:${given.accountNo}`).digest('hex').slice(0, 40);
  return {
    account_type: 'bank_account',
    bank_account: { name, ifsc: given.ifsc, account_number: given.accountNo },
    contact: { name: name.slice(0, 50).trim(), type: 'customer', reference_id: digest },
  };
}

/**
 * A name in the letters RazorpayX takes, 4 to 120 of them.
 * @ASSUMED a name that is shorter, or written in other letters, is sent as `Holder …`: banks credit by number.
 */
function payableName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9 ’\-_/().,]/g, ' ');
  const clean = plain
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, 120)
    .replace(/[^A-Za-z0-9.]+$/, '');
  return clean.length >= 4 ? clean : `Holder ${clean}`.trim();
}

/**
 * Whether a refusal is a no to the account (razorpay.com/docs/api/x/error-codes): only one that names a field of it. Every
 * other is unknown, also a reason that is not documented: an address not allowed or an empty account, taken for a no,
 * would have every borrower of an hour told that their account is wrong; a key refused, taken for a no, would pay twice.
 */
export function isAboutAccount({ reason, field }: Refused): boolean {
  return reason === 'input_validation_failed' && /(^|\.)(ifsc|bank_account\.(account_number|name))$/.test(field ?? '');
}

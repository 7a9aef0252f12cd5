import { createHash } from 'node:crypto';
import type { RazorpayRefusal } from '../razorpay-http.ts';

/**
 * The account, with its holder as the contact: one contact per account, identified by the account's
 * digest.
 */
export function buildFundAccount(given: { ifsc: string; accountNo: string; holderName: string }) {
  const name = payableName(given.holderName);
  const digest = createHash('sha256')
    .update(`${given.ifsc}:${given.accountNo}`)
    .digest('hex')
    .slice(0, 40);

  return {
    account_type: 'bank_account',
    bank_account: { name, ifsc: given.ifsc, account_number: given.accountNo },
    contact: { name: name.slice(0, 50).trim(), type: 'customer', reference_id: digest },
  };
}

/**
 * A name in the characters that RazorpayX accepts, 4 to 120 of them.
 * @ASSUMED a shorter name, or one in another script, is sent as `Holder …`: banks credit by number.
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
 * Whether a refusal is about the account (razorpay.com/docs/api/x/error-codes): only one that names
 * a field of it. Any other, documented or not, leaves the payout unknown: were a blocked IP address
 * or an empty balance counted as failure, every borrower of that hour would read that their account
 * is wrong; a refused key so counted would pay twice.
 */
export function isAboutAccount({ reason, field }: RazorpayRefusal): boolean {
  return (
    reason === 'input_validation_failed' &&
    /(^|\.)(ifsc|bank_account\.(account_number|name))$/.test(field ?? '')
  );
}

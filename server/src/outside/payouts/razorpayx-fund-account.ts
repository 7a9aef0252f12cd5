import { createHash } from 'node:crypto';

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
 * @ASSUMED a name that is shorter, or written in other letters, goes as `Holder …`: banks credit by number.
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

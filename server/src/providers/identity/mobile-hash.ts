import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * The hash of a mobile number in an offline file: SHA-256 of the number and the share code, then
 * again of the hexadecimal text of the result, as often in all as the last digit of the Aadhaar
 * number says; once for 0 and 1.
 *
 * The issuer's formula can be read as one time more. Its manual of the Secure QR code
 * (15 March 2019) says the rule in words, "the same number of times", and implementers publish
 * values for its examples: decision 051.
 */
export function hashMobile(mobile: string, shareCode: string, lastDigit: number): string {
  let hash = `${mobile}${shareCode}`;
  for (let time = 0; time < Math.max(1, lastDigit); time++)
    hash = createHash('sha256').update(hash).digest('hex');

  return hash;
}

export function isMobileHash(
  hash: string,
  { mobile, shareCode, last4 }: { mobile: string; shareCode: string; last4: string },
): boolean {
  const expected = hashMobile(mobile, shareCode, Number(last4.at(-1)));
  const given = hash.toLowerCase();
  return (
    given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
  );
}

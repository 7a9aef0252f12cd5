import * as z from 'zod';
import type { BranchAnswer } from '../../platform/ports/branches.ts';

/** Where Razorpay's public IFSC service is, and how long its answer is waited for. */
export interface IfscServiceAccess {
  /** Without a path, e.g. `https://ifsc.razorpay.com`. */
  readonly baseUrl: string;
  readonly timeoutMs: number;
}

/**
 * Of the documented answer (github.com/razorpay/ifsc/wiki/API) what is used; any field may be
 * missing, null, empty or NA.
 */
const answer = z.object({
  IFSC: z.string(),
  BANK: z.string().nullish(),
  BRANCH: z.string().nullish(),
  CITY: z.string().nullish(),
});

/** An answer has some 500 characters. */
const MAX_CHARACTERS = 20_000;
const MAX_NAME = 80;

/**
 * Asks the service about one IFSC: `GET /{IFSC}`, without a key. Nothing else is sent. Any other
 * answer is `away`.
 */
export async function askIfscService(
  access: IfscServiceAccess,
  ifsc: string,
): Promise<BranchAnswer> {
  try {
    const response = await fetch(new URL(`/${encodeURIComponent(ifsc)}`, access.baseUrl), {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(access.timeoutMs),
      redirect: 'error',
    });
    const text = await response.text();

    if (response.status === 404) return 'unknown';
    if (response.status !== 200 || text.length > MAX_CHARACTERS) return 'away';

    const read = answer.safeParse(JSON.parse(text));
    if (!read.success || read.data.IFSC !== ifsc) return 'away';

    const { BANK, BRANCH, CITY } = read.data;
    return { bankName: cleanName(BANK), branchName: cleanName(BRANCH), city: cleanName(CITY) };
  } catch {
    return 'away';
  }
}

function cleanName(text: string | null | undefined): string | null {
  const name = (text ?? '').replaceAll(/[\p{C}\s]+/gu, ' ').trim();
  return name === '' || name === 'NA' || name.length > MAX_NAME ? null : name;
}

import { RENEWAL_STATES } from '@noren/core/lending/renewal';
import { MOST_PAISE } from '@noren/core/money/money';
import { isBusinessDay } from '@noren/core/money/time';
import {
  checkAccountNumber,
  checkIfsc,
  checkPan,
  checkPinCode,
  checkUtr,
} from '@noren/core/people/identity-numbers';
import { checkPhone } from '@noren/core/typed/phone';
import { compactText, readDigits } from '@noren/core/typed/text';
import * as z from 'zod/mini';
import { LANGUAGE_CODES } from './languages.ts';

/** An amount on the wire: a whole number of paise, never negative. */
export const paise = z.int().check(z.gte(0), z.lte(MOST_PAISE));
/** A ledger amount: a whole number of paise of either sign. */
export const signedPaise = z.int();

/** A business day, `YYYY-MM-DD`, India's calendar. */
export const day = z.string().check(
  z.regex(/^\d{4}-\d{2}-\d{2}$/, 'day'),
  z.refine((text) => isBusinessDay(text), 'day'),
);

/** An instant as UTC milliseconds. */
export const instant = z.int();
type Check = (text: string) => { ok: true; value: string } | { ok: false };

/** A number or code as a person types it, turned into the form in which it is stored. */
const readBy = (check: Check, problem: string) =>
  [
    z.overwrite<string>((text) => {
      const read = check(text);
      return read.ok ? read.value : text;
    }),
    z.refine<string>((text) => check(text).ok, problem),
  ] as const;

/** A 10-digit Indian mobile number. Source: specification §5. */
export const phone = z
  .string()
  .check(
    z.minLength(1, 'empty'),
    ...readBy((text) => (text === '' ? { ok: true, value: '' } : checkPhone(text)), 'format'),
  );

/** Digits as a person types them, without spaces and hyphens; any other text stays as it is. */
export const typedDigits = z.string().check(z.overwrite((text) => readDigits(text) ?? text));
/** The 4-digit verification code. */
export const otpCode = typedDigits.check(z.regex(/^\d{4}$/, 'otp'));
/** The digits of a card's signed code; the largest QR code holds so many. */
export const cardCode = z.string().check(z.maxLength(7_089, 'long'));
/** The four characters that open an offline e-KYC file; capitals and small letters differ. */
export const shareCode = z
  .string()
  .check(z.overwrite(compactText), z.regex(/^[!-~]{4}$/, 'share_code'));
/**
 * An id, in the form in which it is stored: what is hashed or compared as text must not differ by
 * its letters' case.
 */
export const uuid = z.uuid().check(z.overwrite((text) => text.toLowerCase()));
export const pan = z.string().check(...readBy(checkPan, 'pan'));
/** An Aadhaar number as typed; the server names its fault. */
export const aadhaar = typedDigits.check(z.maxLength(20));
export const ifsc = z.string().check(...readBy(checkIfsc, 'ifsc'));
export const pinCode = z.string().check(...readBy(checkPinCode, 'pin'));
export const accountNo = z.string().check(...readBy(checkAccountNumber, 'account'));
/** The bank's number of a transfer: UTR or RRN. */
export const utr = z.string().check(...readBy(checkUtr, 'utr'));
export const bankCode = z.string().check(z.regex(/^[A-Z]{4}$/, 'bank'));
/** The public id of an order. */
export const repayId = z.string().check(z.regex(/^[A-Z0-9]{10,24}$/, 'id'));
/** The number of a Key Facts Statement. */
export const proposalNo = z.string().check(z.regex(/^[A-Z0-9-]{8,32}$/, 'id'));
/** A code of a dictionary entry, as `dict/getByType` gives it. */
export const dictCode = z.string().check(z.regex(/^[a-z0-9_]{1,40}$/, 'choice'));
export const language = z.enum(LANGUAGE_CODES);
export type { Language } from './languages.ts';

/**
 * Characters that no person's text contains: controls, surrogates, private use, and bidirectional
 * overrides.
 */
const UNWRITTEN = /[\p{Cc}\p{Cs}\p{Co}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const isWritten = z.refine((text) => !UNWRITTEN.test(String(text)), 'character');

/** A person's or company's name as typed. */
export const name = z
  .string()
  .check(z.trim(), z.minLength(2, 'empty'), z.maxLength(100, 'long'), isWritten);

/** A borrower's name for a passkey. */
export const passkeyName = z
  .string()
  .check(z.trim(), z.minLength(1, 'empty'), z.maxLength(40, 'long'), isWritten);

export const shortText = z
  .string()
  .check(z.trim(), z.minLength(1, 'empty'), z.maxLength(200, 'long'), isWritten);

/** Lines of a person's own words; a form's line ends become one character. */
export const longText = (most: number) =>
  z.string().check(
    z.overwrite((text) => text.replace(/\r\n?/g, '\n')),
    z.trim(),
    z.minLength(1, 'empty'),
    z.maxLength(most, 'long'),
    z.refine((text) => !UNWRITTEN.test(String(text).replaceAll('\n', '')), 'character'),
  );

/** An answer that carries nothing but its code. */
export const nothing = z.object({});

/** The next update of a borrower's details. */
export const renewalView = z.object({
  /** When they were last proved or confirmed. */
  confirmedDay: day,
  dueDay: day,
  /** From this day on a new loan waits for the update. */
  heldFrom: day,
  /** `settled`: nothing to confirm yet. `late`: the date has passed. */
  state: z.enum(RENEWAL_STATES),
});

export type RenewalView = z.infer<typeof renewalView>;

/** A credit limit, and the principal that is owed and held under it. */
export const creditFigures = z.object({
  state: z.enum(['evaluating', 'approved', 'declined', 'review']),
  limitPaise: paise,
  availablePaise: paise,
  owedPaise: paise,
  heldPaise: paise,
});

import { CAMPAIGN } from '@noren/core/people/ad-click';
import * as z from 'zod/mini';
import { call } from './call.ts';
import { CODES } from './codes.ts';
import { day, instant, language, nothing, otpCode, phone, uuid } from './fields.ts';

/**
 * The signed-in user, as the app stores it: no personal data but the masked phone. Source:
 * specification §3 "User session".
 */
export const userInfo = z.object({
  userId: uuid,
  maskedPhone: z.string(),
  bizStatus: z.int(),
  isAuthComplete: z.boolean(),
});

/** `language`: the account's, for a browser on which none was chosen. */
const signedIn = z.extend(userInfo, { token: z.string(), isNewUser: z.boolean(), language });
/** A code is on its way: which, and when another may be sent. */
export const codeSent = z.object({
  otpRef: uuid,
  resendAfterSeconds: z.int(),
  expiresInSeconds: z.int(),
});
/** 1 or 2, which is text in a query. */
const otpType = z.literal([1, 2, '1', '2']);

/**
 * Sends a sign-in code; 409 `code_not_sent` when the SMS provider rejects it. Answers are the same
 * for known and unknown phones, except `hasAgreed` on a device that signed in with the phone
 * before. The type changes nothing.
 */
export const sendOtp = call({
  method: 'POST',
  path: '/api/user/login/otp',
  who: 'anyone',
  body: z.object({ phone, type: z.optional(otpType) }),
  bodyMayBeQuery: true,
  /**
   * `hasAgreed`: the user agreed to the current privacy policy and signed in on this device, so the
   * box is not shown.
   */
  response: z.extend(codeSent, { hasAgreed: z.boolean() }),
  codes: [CODES.conflict],
  changes: true,
});

/** The two halves of a link's open token. */
const openToken = z.object({
  taskId: z.string().check(z.regex(/^[A-Za-z0-9_-]{20,64}$/, 'link')),
  uniqueChannel: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,32}$/, 'link')),
});

/**
 * Signs in with a code, sent to a typed phone or to that of a link: one of the two is given.
 * `agreed` is the privacy-policy box, unticked at first; its version is recorded as a consent.
 */
export const checkOtpLogin = call({
  method: 'POST',
  path: '/api/user/login/otpLoginCheck',
  who: 'anyone',
  body: z.object({
    phone: z.optional(phone),
    link: z.optional(openToken),
    otpRef: uuid,
    code: otpCode,
    agreed: z.literal(true),
    policyVersion: z.string().check(z.maxLength(20)),
    /** The language in which the policy was shown. */
    language,
    /**
     * True if the borrower or the link chose it; only then does it replace the account's language.
     */
    isLanguageChosen: z.optional(z.literal(true)),
    /** Mark of the ad click that led here, and its campaign; stored with a registration only. */
    adClick: z.optional(z.string().check(z.regex(/^[0-9a-f]{32}$/, 'mark'))),
    campaign: z.optional(z.string().check(z.regex(CAMPAIGN, 'campaign'))),
  }),
  response: signedIn,
  codes: [CODES.forbidden, CODES.conflict],
  changes: true,
});

/**
 * Whose phone a link signs in, to be shown before it ends another user's session. Spends nothing;
 * refuses as `openTokenLogin` does.
 */
export const openTokenPhone = call({
  method: 'POST',
  path: '/api/user/login/uniqueLogin/phone',
  who: 'anyone',
  body: openToken,
  response: z.object({ maskedPhone: z.string() }),
  codes: [CODES.forbidden, CODES.conflict],
  added: true,
});

/**
 * Sends a sign-in code to the phone of a link, also of one that was used: 403 when it is unknown or
 * was never used in its day.
 */
export const sendLinkOtp = call({
  method: 'POST',
  path: '/api/user/login/uniqueLogin/otp',
  who: 'anyone',
  body: openToken,
  response: z.extend(codeSent, { hasAgreed: z.boolean(), maskedPhone: z.string() }),
  codes: [CODES.forbidden, CODES.conflict],
  changes: true,
  added: true,
});

/**
 * Signs in from a link, once. It agrees to nothing. While another user is signed in on this browser
 * it is refused with 409 `other_signed_in` and not spent, unless `endsOther` says that the borrower
 * read whose account it opens.
 */
export const openTokenLogin = call({
  method: 'POST',
  path: '/api/user/login/uniqueLogin',
  who: 'anyone',
  body: z.extend(openToken, {
    registerClientType: z.union([z.literal(1), z.literal(2)]),
    endsOther: z.optional(z.literal(true)),
  }),
  response: signedIn,
  codes: [CODES.forbidden, CODES.conflict],
  changes: true,
});

/** Ends this session. */
export const logOut = call({
  method: 'GET',
  path: '/api/user/login/loginOut',
  who: 'borrower',
  response: nothing,
});

/** The user's certification status; called at every start of the app. */
export const userStatus = call({
  method: 'GET',
  path: '/api/user/user/status',
  who: 'borrower',
  response: z.extend(userInfo, {
    /** The order that is running and repayable now, if any. */
    repayId: z.nullable(z.string()),
    /** The product and due date of the order to repay. */
    repayInfo: z.nullable(z.object({ productCode: z.string(), dueDay: day, overdueDays: z.int() })),
    evaluation: z.enum(['none', 'running', 'done']),
    /** When a new phone number that waits will sign in; null while none waits. */
    phoneChangeDueAt: z.nullable(instant),
    gpGuideShow: z.boolean(),
    serverTimeMs: instant,
  }),
});

/** Stores the language the user chose, for messages and documents. */
export const saveLanguage = call({
  method: 'POST',
  path: '/api/user/user/language',
  who: 'borrower',
  body: z.object({ language }),
  response: nothing,
  changes: true,
  added: true,
});

const confirm = { who: 'borrower', codes: [CODES.conflict] } as const;

/** Sends a confirmation code to the registered phone: the first time for this user. */
export const sendFirstConfirmation = call({
  method: 'GET',
  path: '/api/user/telecom/fotp',
  ...confirm,
  response: codeSent,
});

/** Sends a confirmation code to the registered phone: later times (type 2). */
export const sendLaterConfirmation = call({
  method: 'GET',
  path: '/api/user/telecom/lotp',
  ...confirm,
  response: codeSent,
});

/** Checks the first confirmation code and raises the session's assurance. */
export const checkFirstConfirmation = call({
  method: 'POST',
  path: '/api/user/telecom/fv',
  ...confirm,
  body: z.object({ otpCode }),
  response: nothing,
  changes: true,
});

/** Checks a later confirmation code (type 2). */
export const checkLaterConfirmation = call({
  method: 'POST',
  path: '/api/user/telecom/lv',
  ...confirm,
  body: z.object({ otpCode }),
  response: nothing,
  changes: true,
});

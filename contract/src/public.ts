import { IDENTITY_SERVICES } from '@noren/core/people/identity-services';
import * as z from 'zod/mini';
import { call } from './call.ts';
import { paise } from './fields.ts';
import type { Language } from './languages.ts';

export const officer = z.object({
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  address: z.string(),
});

/** A priced example: the net amount, all costs, and the total repaid. */
export const workedExample = z.object({
  productCode: z.string(),
  principalPaise: paise,
  tenorDays: z.int(),
  feePaise: paise,
  gstPaise: paise,
  interestPaise: paise,
  netPaise: paise,
  totalPaise: paise,
  aprHundredths: z.int(),
});

/** Who lends. */
export const lender = z.object({
  name: z.string(),
  cin: z.string(),
  registrationNo: z.string(),
  address: z.string(),
});

/**
 * The lender, its grievance officers and customer service. Source: `docs/lawful.md`, row 1;
 * specification §3 "Customer service config".
 */
export const lenderData = z.object({
  lender: z.extend(lender, { grievance: officer }),
  appGrievance: officer,
  staffService: z.object({
    serviceWhatsApp: z.string(),
    servicePhone: z.string(),
    serviceEmail: z.string(),
    serviceTime: z.string(),
    /**
     * For how many months the lender keeps recordings of its calls about dues; left out when it
     * records none. Noren records none itself.
     */
    callsRecordedMonths: z.optional(z.int()),
  }),
});

export type LenderData = z.infer<typeof lenderData>;

/** Where borrowers complain about a lender: a small one is under the Reserve Bank's own cell. */
export const REGULATORS = ['ombudsman', 'cepc'] as const;

/** What the lender configures. */
export const lenderFileData = z.extend(lenderData, {
  complaints: z.object({
    /** The last level within the lender. */
    principalNodal: officer,
    regulator: z.enum(REGULATORS),
  }),
});

export type LenderFile = z.infer<typeof lenderFileData>;

/** Data that the app needs before sign-in. Source: specification §9. */
export const appConfigData = z.extend(lenderData, {
  isSandbox: z.boolean(),
  /** Whether e-mails are sent: without it no text speaks of e-mail. */
  sendsEmail: z.boolean(),
  /** Whether UPI AutoPay is offered. */
  hasAutopay: z.boolean(),
  /** The configured services that get data of an identity: the privacy policy names them. */
  identityServices: z.array(z.enum(IDENTITY_SERVICES)),
  maxLoanPaise: paise,
  /** The products on offer today; null when there is none. */
  terms: z.nullable(
    z.object({
      tenorDays: z.object({ least: z.int(), most: z.int() }),
      interestPpmPerDayFrom: z.int(),
      /** Whether some product is open only to regular borrowers. */
      hasRegularOnly: z.boolean(),
      /** A first loan; null when no product is open to a new borrower. */
      example: z.nullable(workedExample),
    }),
  ),
  /** Days within which the law wants a complaint answered. */
  complaintAnswerDays: z.int(),
  policyVersion: z.string(),
  /**
   * Whether the guides to the home screen are shown at all; to whom, `userStatus` says. Source:
   * specification §3.
   */
  gpGuideShow: z.boolean(),
});

export type AppConfig = z.infer<typeof appConfigData>;

/** The app's public configuration. */
export const appConfig = call({
  method: 'GET',
  path: '/api/user/public/appConfig',
  who: 'anyone',
  response: appConfigData,
});

/** The screen that a card of the carousel opens. */
const cardTarget = z.enum(['documents', 'service', 'officers']);

const card = z.object({
  cardId: z.string(),
  title: z.string(),
  text: z.string(),
  target: cardTarget,
});

export type CarouselCard = z.infer<typeof card>;

/**
 * The cards of Home's carousel: facts about lending here that hold for every loan. Source:
 * specification §7.
 */
export const carousel = call({
  method: 'GET',
  path: '/api/user/public/carousel',
  who: 'anyone',
  response: z.object({ details: z.array(card) }),
});

export const sealKeyData = z.object({ keyId: z.string(), publicKey: z.string() });

/** The key that requests are sealed to; the response is never sealed. */
export const sealKey = call({
  method: 'GET',
  path: '/api/user/public/sealKey',
  who: 'anyone',
  response: sealKeyData,
  added: true,
});

/**
 * The key that this browser encrypts its drafts with: 32 bytes, base64url. The same until the
 * browser is closed or the user signs out, by an HttpOnly cookie that the first answer sets. Also
 * answered unsealed, for the page's first script: the key opens nothing without what the browser
 * stored.
 */
export const draftKey = call({
  method: 'GET',
  path: '/api/user/public/draftKey',
  who: 'anyone',
  response: z.object({ key: z.string().check(z.regex(/^[\w-]{43}$/, 'key')) }),
  added: true,
});

/**
 * The data in a served page's `noren-boot` element, so that the first screen needs no round trip.
 */
export interface Boot {
  sealKey: z.infer<typeof sealKeyData>;
  config: AppConfig;
  /**
   * The compiled texts of the first screens in the page's language. `isDailyToFollow`: the texts of
   * the daily screens are at the end of the page, in their own element.
   */
  texts?: { language: Language; messages: Record<string, unknown>; isDailyToFollow?: true };
  /** The language that the visitor's browser prefers to the page's. */
  offeredLanguage?: Language;
}

/** The first screens in one language. */
export interface ShellHtml {
  /** A `<template id="shell-<path>">` for each screen that a visitor may open first. */
  readonly templates: string;
  /**
   * A `<template id="shell-waiting">`: shown in place of any other screen until the app has loaded.
   */
  readonly waiting: string;
  /** The text for browsers without scripts. */
  readonly noScript: string;
  /** The page's meta description. */
  readonly description: string;
  readonly texts: NonNullable<Boot['texts']>;
  /** The compiled texts of the daily screens. */
  readonly daily: Record<string, unknown>;
}

/** The source of a signed-in screen's first view. */
export interface FirstViewSource {
  readonly language: Language;
  readonly boot: Boot;
  /** The address of the screen in the app. */
  readonly at: string;
  /** The data of the calls that succeeded, by path and query. */
  readonly answers: Readonly<Record<string, unknown>>;
  readonly hidesAmounts: boolean;
}

/** The built app's renderer of its screens as HTML, shown before any script has run. */
export interface Shell {
  writeShell(language: Language, boot: Boot): Promise<ShellHtml>;
  /**
   * Renders a daily screen.
   * @throws when it cannot be rendered from these answers
   */
  writeFirstView(source: FirstViewSource): Promise<string>;
}

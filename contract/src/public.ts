import * as z from 'zod/mini';
import { call } from './call.ts';
import { paise } from './fields.ts';
import type { Language } from './languages.ts';

const officer = z.object({ name: z.string(), phone: z.string(), email: z.string(), address: z.string() });

/** A priced example, whole: what arrives, what it costs, what is repaid. */
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

/** The lender whose money it is and the people behind it. Source: `docs/lawful.md`, row 1; specification §3 "Customer service config". */
export const lenderData = z.object({
  lender: z.object({
    name: z.string(),
    cin: z.string(),
    registrationNo: z.string(),
    address: z.string(),
    grievance: officer,
  }),
  appGrievance: officer,
  staffService: z.object({
    serviceWhatsApp: z.string(),
    servicePhone: z.string(),
    serviceEmail: z.string(),
    serviceTime: z.string(),
  }),
});
export type LenderData = z.infer<typeof lenderData>;

/** What the app needs before anyone signs in. Source: specification §9. */
export const appConfigData = z.extend(lenderData, {
  isSandbox: z.boolean(),
  maxLoanPaise: paise,
  tenorDays: z.object({ least: z.int(), most: z.int() }),
  interestPpmPerDayFrom: z.int(),
  example: workedExample,
  policyVersion: z.string(),
  /** Whether the guides to the home screen are shown at all; to whom, `userStatus` says. Source: specification §3. */
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
const cardPlace = z.enum(['documents', 'service', 'officers']);

const card = z.object({ cardId: z.string(), title: z.string(), text: z.string(), place: cardPlace });
export type CarouselCard = z.infer<typeof card>;

/** The cards of Home's carousel: how lending here works, each true of every loan. Source: specification §7. */
export const carousel = call({
  method: 'GET',
  path: '/api/user/public/carousel',
  who: 'anyone',
  response: z.object({ details: z.array(card) }),
});

export const sealKeyData = z.object({ keyId: z.string(), publicKey: z.string() });

/** The key that requests are sealed to; its answer is never sealed. */
export const sealKey = call({
  method: 'GET',
  path: '/api/user/public/sealKey',
  who: 'anyone',
  response: sealKeyData,
  added: true,
});

/** What a served page carries in its `noren-boot` element, so that the first screen needs no round trip. */
export interface Boot {
  sealKey: z.infer<typeof sealKeyData>;
  config: AppConfig;
  /**
   * What the first screens say in the page's language, as its catalogue is compiled. `isDailyToFollow`: what the screens of
   * daily use say is at the end of the page, in its own element.
   */
  texts?: { language: Language; messages: Record<string, unknown>; isDailyToFollow?: true };
}

/** The first screens in one language. */
export interface ShellHtml {
  /** A `<template id="shell-<path>">` for each screen that a visitor may come to first. */
  readonly templates: string;
  /** A `<template id="shell-waiting">`: shown in place of any other screen until the app has loaded. */
  readonly waiting: string;
  /** What is said where no script runs. */
  readonly noScript: string;
  /** What the page is, in words. */
  readonly description: string;
  readonly texts: NonNullable<Boot['texts']>;
  /** What the screens of every day say. */
  readonly daily: Record<string, unknown>;
}

/** What the built app gives the server: its first screens as HTML, so that they are seen before any script ran. */
export interface Shell {
  writeShell(language: Language, boot: Boot): Promise<ShellHtml>;
}

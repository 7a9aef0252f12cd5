import * as z from 'zod/mini';
import { call } from '../call.ts';
import { day } from '../fields.ts';
import { LANGUAGE_CODES } from '../languages.ts';

const cardText = z.object({
  title: z.string().check(z.trim(), z.minLength(2, 'empty'), z.maxLength(60, 'long')),
  text: z.string().check(z.trim(), z.minLength(2, 'empty'), z.maxLength(200, 'long')),
});

/** A card of Home's carousel. Without texts of its own it has those of the program. */
const carouselSetting = z.object({
  target: z.enum(['documents', 'service', 'officers']),
  /** By language; English for a language that is missing. */
  texts: z.nullable(z.partialRecord(z.enum(LANGUAGE_CODES), cardText)),
  effectiveFrom: day,
  effectiveTo: z.nullable(day),
});

export type CarouselSetting = z.infer<typeof carouselSetting>;

const cardId = z.string().check(z.regex(/^[a-z][a-z0-9_]{0,31}$/, 'id'));

/** A change of a setting: value at the proposal, and new value. */
export const settingChange = z.discriminatedUnion('setting', [
  z.object({ setting: z.literal('gpGuideShow'), before: z.boolean(), after: z.boolean() }),
  z.object({
    setting: z.literal('carouselCard'),
    cardId,
    /** Null for a new card. */
    before: z.nullable(carouselSetting),
    after: carouselSetting,
  }),
]);

export type SettingChange = z.infer<typeof settingChange>;

/** What the lender changes in the app without a new version of the program. */
export const appSettings = call({
  method: 'GET',
  path: '/staff/products/settings',
  who: { permission: 'products.read' },
  response: z.object({
    gpGuideShow: z.boolean(),
    cards: z.array(z.object({ cardId, card: carouselSetting, isOfProgram: z.boolean() })),
    today: day,
  }),
});

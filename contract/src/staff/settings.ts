import * as z from 'zod/mini';
import { call } from '../call.ts';
import { day } from '../fields.ts';
import { cardId, carouselSetting, type settingChange } from './terms.ts';

export type CarouselSetting = z.infer<typeof carouselSetting>;

export type SettingChange = z.infer<typeof settingChange>;

/** Settings of the app that the lender changes without a release. */
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

import type { Handlers } from '../../platform/http/handler.ts';
import { carouselCards } from './carousel.ts';

/** Calls available without signing in. */
export const publicHandlers: Handlers<'appConfig' | 'sealKey' | 'carousel'> = {
  appConfig: async ({ deps }) => deps.readAppConfig(),
  sealKey: async ({ deps }) => deps.sealer.current,
  carousel: async (ctx) => ({ details: await carouselCards(ctx) }),
};

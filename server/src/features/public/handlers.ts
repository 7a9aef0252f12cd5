import type { Handlers } from '../../platform/http/handler.ts';
import { showCarousel } from './carousel.ts';

/** What anyone may ask before signing in. */
export const publicHandlers: Handlers<'appConfig' | 'sealKey' | 'carousel'> = {
  appConfig: async ({ deps }) => deps.appConfig,
  sealKey: async ({ deps }) => deps.sealer.current,
  carousel: async (ctx) => ({ details: await showCarousel(ctx) }),
};

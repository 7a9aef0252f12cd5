import type { Handlers } from '../handler.ts';

/** What anyone may ask before signing in. */
export const publicHandlers: Handlers<'appConfig' | 'sealKey'> = {
  appConfig: async ({ deps }) => deps.appConfig,
  sealKey: async ({ deps }) => deps.sealer.current,
};

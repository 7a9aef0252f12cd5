import { lazyScreen, type ScreenFolder } from '../../shell/screen.ts';

/** The reader's own passkeys and sessions, opened from the account menu. */
export const accessScreen: ScreenFolder = {
  address: '/access',
  permissions: 'signed_in',
  routes: [
    { path: '/access', Screen: lazyScreen(async () => (await import('./access.tsx')).Access) },
  ],
};

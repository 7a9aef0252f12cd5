import { lazyScreen, type ScreenFolder } from '../../shell/screen.ts';

/** The own passkeys and sessions, from the menu of the account. */
export const accessScreen: ScreenFolder = {
  address: '/access',
  permissions: 'signed_in',
  routes: [{ path: '/access', Screen: lazyScreen(async () => (await import('./access.tsx')).Access) }],
};

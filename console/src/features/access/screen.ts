import { lazyScreen, type ScreenFolder } from '../../shell/screen.ts';

/** The passkeys and sessions of the member of staff who is signed in. */
export const accessScreen: ScreenFolder = {
  address: '/access',
  permissions: 'signed_in',
  routes: [
    { path: '/access', Screen: lazyScreen(async () => (await import('./access.tsx')).Access) },
  ],
};

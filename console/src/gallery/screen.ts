import { lazyScreen, type ScreenFolder } from '../shell/screen.ts';

/** Every part of the kit on one page, from the account's menu in the sandbox. */
export const galleryScreen: ScreenFolder = {
  address: '/gallery',
  permissions: 'sandbox',
  routes: [{ path: '/gallery', Screen: lazyScreen(async () => (await import('./gallery.tsx')).Gallery) }],
};

import { lazyScreen, type ScreenFolder } from '../shell/screen.ts';

/** All components on one page, opened from the account menu in the sandbox. */
export const galleryScreen: ScreenFolder = {
  address: '/gallery',
  permissions: 'sandbox',
  routes: [
    { path: '/gallery', Screen: lazyScreen(async () => (await import('./gallery.tsx')).Gallery) },
  ],
};

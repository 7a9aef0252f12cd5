import { lazyScreen, type ScreenFolder } from '../../shell/screen.ts';

/** Sanctions lists, and who was found on one. */
export const sanctionsScreen: ScreenFolder = {
  id: 'sanctions',
  address: '/sanctions',
  key: 'n',
  permissions: ['sanctions.read'],
  routes: [
    {
      path: '/sanctions',
      Screen: lazyScreen(async () => (await import('./sanctions.tsx')).Sanctions),
    },
  ],
};

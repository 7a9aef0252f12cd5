import { lazyScreen, type ScreenFolder } from '../../shell/screen.ts';

/** Closes of days and job queues. */
export const dayScreen: ScreenFolder = {
  id: 'day',
  address: '/day',
  key: 'd',
  permissions: ['day.read'],
  routes: [{ path: '/day', Screen: lazyScreen(async () => (await import('./day.tsx')).Day) }],
};

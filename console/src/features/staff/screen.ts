import { lazyScreen, type ScreenFolder } from '../../shell/screen.ts';

/** Staff, their roles and their access. */
export const staffScreen: ScreenFolder = {
  id: 'staff',
  address: '/staff',
  key: 's',
  permissions: ['staff.read'],
  routes: [{ path: '/staff', Screen: lazyScreen(async () => (await import('./staff.tsx')).Staff) }],
};

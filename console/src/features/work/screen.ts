import { lazyScreen, type ScreenFolder } from '../../shell/screen.ts';
import { WorkCount } from './work-count.tsx';

/** The work queue, the first screen. */
export const workScreen: ScreenFolder = {
  id: 'work',
  key: 'w',
  address: '/work',
  permissions: ['work.read'],
  routes: [{ path: '/work', Screen: lazyScreen(async () => (await import('./work.tsx')).Work) }],
  Count: WorkCount,
};

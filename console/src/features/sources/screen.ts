import { lazyScreen, type ScreenFolder } from '../../shell/screen.ts';

/** Where people came from: campaigns, answers, and time in form fields. */
export const sourcesScreen: ScreenFolder = {
  id: 'sources',
  address: '/sources',
  key: 'f',
  permissions: ['products.read'],
  routes: [
    { path: '/sources', Screen: lazyScreen(async () => (await import('./sources.tsx')).Sources) },
  ],
};

import { lazyScreen, type ScreenFolder } from '../../shell/screen.ts';

/** Links sent to borrowers. */
export const linksScreen: ScreenFolder = {
  id: 'links',
  address: '/links',
  key: 'k',
  permissions: ['links.make'],
  routes: [{ path: '/links', Screen: lazyScreen(async () => (await import('./links.tsx')).Links) }],
};

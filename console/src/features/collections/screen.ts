import { lazyScreen, type ScreenFolder } from '../../shell/screen.ts';

/** Overdue loans: the worklist, and the page of one loan. */
export const collectionsScreen: ScreenFolder = {
  id: 'collections',
  address: '/collections',
  key: 'o',
  permissions: ['collections.read'],
  routes: [
    {
      path: '/collections',
      Screen: lazyScreen(async () => (await import('./collections.tsx')).Collections),
    },
    {
      path: '/collections/:repayId',
      Screen: lazyScreen(async () => (await import('./case.tsx')).CollectionCase),
    },
  ],
};

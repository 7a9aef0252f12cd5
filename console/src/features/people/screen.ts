import { lazy } from 'react';
import { lazyScreen, type ScreenFolder } from '../../shell/screen.ts';

/** Finding a borrower, and the page about one. */
export const peopleScreen: ScreenFolder = {
  id: 'people',
  address: '/people',
  key: 'p',
  permissions: ['person.find'],
  routes: [
    { path: '/people', Screen: lazyScreen(async () => (await import('./find.tsx')).Find) },
    {
      path: '/people/:userId',
      Screen: lazyScreen(async () => (await import('./person.tsx')).Person),
    },
  ],
  Found: lazy(async () => ({ default: (await import('./found.tsx')).Found })),
};

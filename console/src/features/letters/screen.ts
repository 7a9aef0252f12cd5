import { lazyScreen, type ScreenFolder } from '../../shell/screen.ts';

/** Letters to borrowers that staff print and post. */
export const lettersScreen: ScreenFolder = {
  id: 'letters',
  address: '/letters',
  key: 't',
  permissions: ['person.reveal'],
  routes: [
    { path: '/letters', Screen: lazyScreen(async () => (await import('./letters.tsx')).Letters) },
  ],
};

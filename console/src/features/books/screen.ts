import { lazyScreen, type ScreenFolder } from '../../shell/screen.ts';

/** The ledger and reports made from it. */
export const booksScreen: ScreenFolder = {
  id: 'books',
  address: '/books',
  key: 'b',
  permissions: ['books.read'],
  routes: [{ path: '/books', Screen: lazyScreen(async () => (await import('./books.tsx')).Books) }],
};

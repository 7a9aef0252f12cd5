import { lazyScreen, type ScreenFolder } from '../../shell/screen.ts';

/** Orders, and everything about one. */
export const loansScreen: ScreenFolder = {
  id: 'loans',
  address: '/loans',
  key: 'l',
  permissions: ['loan.read'],
  routes: [
    { path: '/loans', Screen: lazyScreen(async () => (await import('./loans.tsx')).Loans) },
    { path: '/loans/:repayId', Screen: lazyScreen(async () => (await import('./loan.tsx')).Loan) },
  ],
};

import { lazyScreen, type ScreenFolder } from '../../shell/screen.ts';

/** The list of orders, and the page of one order. */
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

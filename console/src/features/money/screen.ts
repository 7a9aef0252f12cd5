import { lazyScreen, type ScreenFolder } from '../../shell/screen.ts';
import { MoneyCount } from './money-count.tsx';

/** Money in and out. */
export const moneyScreen: ScreenFolder = {
  id: 'money',
  address: '/money',
  key: 'm',
  permissions: ['money.read'],
  routes: [
    { path: '/money', Screen: lazyScreen(async () => (await import('./money.tsx')).MoneyScreen) },
  ],
  Count: MoneyCount,
};

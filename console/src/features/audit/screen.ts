import { lazyScreen, type ScreenFolder } from '../../shell/screen.ts';

/** The chain of what the lender’s people did and read. */
export const auditScreen: ScreenFolder = {
  id: 'audit',
  address: '/audit',
  key: 'u',
  permissions: ['audit.read'],
  routes: [{ path: '/audit', Screen: lazyScreen(async () => (await import('./audit.tsx')).Audit) }],
};

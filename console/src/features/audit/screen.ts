import { lazyScreen, type ScreenFolder } from '../../shell/screen.ts';

/** The audit log: acts of staff and reads of personal data. */
export const auditScreen: ScreenFolder = {
  id: 'audit',
  address: '/audit',
  key: 'u',
  permissions: ['audit.read'],
  routes: [{ path: '/audit', Screen: lazyScreen(async () => (await import('./audit.tsx')).Audit) }],
};

import { lazyScreen, type ScreenFolder } from '../../shell/screen.ts';
import { ApprovalCount } from './approval-count.tsx';

/** Requests that need a second person. */
export const approvalsScreen: ScreenFolder = {
  id: 'approvals',
  address: '/approvals',
  key: 'a',
  permissions: ['work.read'],
  routes: [
    {
      path: '/approvals',
      Screen: lazyScreen(async () => (await import('./approvals.tsx')).Approvals),
    },
    {
      path: '/approvals/:requestId',
      Screen: lazyScreen(async () => (await import('./approval.tsx')).Approval),
    },
  ],
  Count: ApprovalCount,
};

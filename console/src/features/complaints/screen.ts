import { lazyScreen, type ScreenFolder } from '../../shell/screen.ts';
import { ComplaintCount } from './complaint-count.tsx';

/** Tickets from borrowers and their answers. */
export const complaintsScreen: ScreenFolder = {
  id: 'complaints',
  key: 'c',
  address: '/complaints',
  permissions: ['complaints.read'],
  routes: [
    {
      path: '/complaints',
      Screen: lazyScreen(async () => (await import('./complaints.tsx')).Complaints),
    },
    {
      path: '/complaints/:ticketNo',
      Screen: lazyScreen(async () => (await import('./complaint.tsx')).Complaint),
    },
  ],
  Count: ComplaintCount,
};

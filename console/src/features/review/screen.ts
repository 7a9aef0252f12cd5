import { lazyScreen, type ScreenFolder } from '../../shell/screen.ts';
import { ReviewCount } from './review-count.tsx';

/** The list of cases in review, and the page of one case. */
export const reviewScreen: ScreenFolder = {
  id: 'review',
  address: '/review',
  key: 'r',
  permissions: ['review.identity', 'review.bank_name', 'review.score', 'review.correction'],
  routes: [
    { path: '/review', Screen: lazyScreen(async () => (await import('./reviews.tsx')).Reviews) },
    {
      path: '/review/:userId/:kind',
      Screen: lazyScreen(async () => (await import('./case.tsx')).CaseScreen),
    },
  ],
  Count: ReviewCount,
};

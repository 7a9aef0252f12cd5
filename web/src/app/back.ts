import { type Tab, tabTarget } from '@noren/core/people/status';
import { readSession } from '../session/session.ts';
import type { BackPaths } from '../ui/layout/header.tsx';

/** Which tab a screen belongs to, by the first part of its path. A screen not named here belongs to Home. */
const TABS: Record<string, Tab> = {
  order: 'order',
  repay: 'order',
  'upload-voucher': 'order',
  va: 'order',
  store: 'order',
  'sky-scan': 'order',
  'sky-code': 'order',
  'sky-offline': 'order',
  'sky-eleven': 'order',
  pembayaran: 'order',
  user: 'profile',
  documents: 'profile',
  messages: 'profile',
  feedback: 'profile',
  'customer-service': 'profile',
  'modify-bank-info': 'profile',
  'privacy-policy': 'profile',
  data: 'profile',
  sessions: 'profile',
  test: 'profile',
};

function named(tab: Tab): string {
  const { token, onboardingStatus } = readSession();
  // While the status is not known Home's own guard sends on.
  return tabTarget(tab, token === null ? undefined : (onboardingStatus?.bizStatus ?? Number.POSITIVE_INFINITY));
}

/** Back's places by where the user stands; signed out, a screen opened first leads to the landing page. */
export const backPaths: BackPaths = {
  named,
  rootOf(pathname) {
    if (readSession().token === null) return '/noren';
    const root = named(TABS[pathname.split('/')[1] ?? ''] ?? 'home');
    return root === pathname ? '/noren' : root;
  },
};

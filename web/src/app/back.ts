import { type Tab, tabTarget } from '@noren/core/people/status';
import { readSession } from '../session/session.ts';
import type { BackPaths } from '../ui/layout/header.tsx';

/** The tab of a screen, by the first segment of its path; Home for any other. */
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
  grievance: 'profile',
  'rate-card': 'profile',
  'fair-practice': 'profile',
  data: 'profile',
  passkeys: 'profile',
  'phone-number': 'profile',
  email: 'profile',
  'stop-emails': 'profile',
  autopay: 'profile',
  sessions: 'profile',
  test: 'profile',
};

function toTabPath(tab: Tab): string {
  const { token, onboardingStatus } = readSession();
  // While the status is unknown, Home's guard redirects.
  return tabTarget(
    tab,
    token === null ? undefined : (onboardingStatus?.bizStatus ?? Number.POSITIVE_INFINITY),
  );
}

/**
 * Where Back leads from a screen without history, by the onboarding status; without a session, the
 * landing page.
 */
export const backPaths: BackPaths = {
  named: toTabPath,
  findRoot(pathname) {
    if (readSession().token === null) return '/noren';
    const root = toTabPath(TABS[pathname.split('/')[1] ?? ''] ?? 'home');
    return root === pathname ? '/noren' : root;
  },
};

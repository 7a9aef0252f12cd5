import { type Tab, tabTarget } from '@noren/core/people/status';
import { useSession } from '../../session/session.ts';
import { useOnline } from '../../ui/layout/offline-bar.tsx';
import { TabBar } from '../../ui/layout/tab-bar.tsx';

/**
 * The bottom tab bar, by the onboarding status; hidden while the status is loading. Offline it is
 * shown with Home's guard deciding. Source: specification §2.
 */
export function AppTabs({ current }: { current?: Tab }) {
  const { isSignedIn, onboardingStatus } = useSession();
  const isOnline = useOnline();
  if (isSignedIn && !onboardingStatus && isOnline) return null;

  const status = isSignedIn ? (onboardingStatus?.bizStatus ?? Number.POSITIVE_INFINITY) : undefined;
  const hrefs = {
    home: tabTarget('home', status),
    order: tabTarget('order', status),
    profile: tabTarget('profile', status),
  };

  return <TabBar hrefs={hrefs} {...(current && { current })} />;
}

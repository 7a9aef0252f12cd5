import { type Tab, tabTarget } from '@noren/core/status';
import { readSession, useSession } from './session.ts';
import { TabBar } from './ui/tab-bar.tsx';

/** The bottom tab bar by where the user stands; hidden while a signed-in user's status loads. Source: specification §2. */
export function AppTabs({ current }: { current?: Tab }) {
  const { isSignedIn, standing } = useSession();
  if (isSignedIn && !standing) return null;
  const status = readSession().token === null ? undefined : standing?.bizStatus;
  const hrefs = {
    home: tabTarget('home', status),
    order: tabTarget('order', status),
    profile: tabTarget('profile', status),
  };
  return <TabBar hrefs={hrefs} {...(current && { current })} />;
}

import { homeFor } from '@noren/core/people/status';

/** The path after signing in: a new user starts the certification. Source: specification §4. */
export function pathAfterSignIn(bizStatus: number): string {
  const home = homeFor(bizStatus);
  return home === '/noren' ? '/identity-auth' : home;
}

import { homeFor } from '@noren/core/people/status';

/** Where someone who just signed in goes: a new user begins the certification. Source: specification §4. */
export function pathAfterSignIn(bizStatus: number): string {
  const home = homeFor(bizStatus);
  return home === '/noren' ? '/identity-auth' : home;
}

import { useAttempt } from '../../api/use-attempt.ts';
import { clearSession } from '../../session/session.ts';
import { loadSignInCalls } from './load-calls.ts';

/** Signs out on the server, then on this phone; `leave` answers whether it did. */
export function useLeave(onLeft?: () => void) {
  const { isBusy, error, attempt } = useAttempt();

  const leave = () =>
    attempt(async () => {
      await (await loadSignInCalls()).signOut();
      clearSession();
      onLeft?.();
    });

  return { isBusy, error, leave };
}

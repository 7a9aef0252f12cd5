import { logOut } from '@noren/contract/login';
import { useState } from 'react';
import { send } from '../../api/api.ts';
import { useT } from '../../i18n/index.ts';
import { clearSession, readSession } from '../../session/session.ts';
import { Button } from '../../ui/layout/button.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { useNavigate } from '../../ui/routing/router.tsx';

/** How long the server is waited for before this phone is signed out without it. */
const PATIENCE_MS = 5_000;

/** Signs out: at the server if it can be reached, on this phone always. */
export function LogOut() {
  const t = useT();
  const navigate = useNavigate();
  const [isLeaving, setLeaving] = useState(false);
  const leave = async () => {
    setLeaving(true);
    const userId = readSession().userInfo?.userId;
    const isTold = await tellServer();
    // It was over already, and another user signed in in another tab: theirs goes on.
    if (readSession().userInfo?.userId === userId) clearSession();
    if (!isTold) toast(t('account.signed_out_here_only'));
    navigate('/noren', { replace: true });
  };
  return (
    <Button kind="ghost" busy={isLeaving} onClick={() => void leave()}>
      {t('account.log_out')}
    </Button>
  );
}

/** Whether the server answered; any refusal means the session is over there as well. */
async function tellServer(): Promise<boolean> {
  const abort = AbortSignal.timeout(PATIENCE_MS);
  try {
    await send(logOut, { signal: abort }, 'screen');
    return true;
  } catch (cause) {
    console.info('The server did not end the session', (cause as Error).name);
    return false;
  }
}

import { logOut } from '@noren/contract/login';
import { useState } from 'react';
import { markHandled } from '../../api/failures.ts';
import { useSend } from '../../api/hooks.tsx';
import { useT } from '../../i18n/index.ts';
import { clearSession, readSession } from '../../session/session.ts';
import { Button } from '../../ui/layout/button.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { useNavigate } from '../../ui/routing/router.tsx';

/** How long to wait for the server before signing out on this phone only. */
const TIMEOUT_MS = 5_000;

/** Signs out on this phone, and on the server if it can be reached. */
export function LogOut() {
  const t = useT();
  const navigate = useNavigate();
  const { send } = useSend(logOut);
  const [isLeaving, setLeaving] = useState(false);

  /** False also where the server refused, or did not answer in time. */
  const endServerSession = async (): Promise<boolean> => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    try {
      // The toast below says what it means.
      return (await send({ signal }, markHandled)) !== undefined;
    } catch (cause) {
      if (!signal.aborted) throw cause;
      return false;
    }
  };

  const leave = async () => {
    setLeaving(true);

    const userId = readSession().userInfo?.userId;
    const hasServerEnded = await endServerSession();

    // The session had ended, and another user signed in in another tab: that session is kept.
    if (readSession().userInfo?.userId === userId) clearSession();
    if (!hasServerEnded) toast(t('account.signed_out_here_only'));
    navigate('/noren', { replace: true });
  };

  return (
    <Button kind="ghost" busy={isLeaving} onClick={() => void leave()}>
      {t('account.log_out')}
    </Button>
  );
}

import { stopPhoneChange, viewPhoneChange } from '@noren/contract/phone-change';
import { refresh, useSend } from '../../api/hooks.tsx';
import { requestStatus } from '../../api/onboarding-status.ts';
import { useT } from '../../i18n/index.ts';
import { readSession } from '../../session/session.ts';
import { toast } from '../../ui/overlay/toast.tsx';

/** Stops the new phone number that waits, in one tap. */
export function useStopPhoneChange() {
  const t = useT();
  const { send, isSending } = useSend(stopPhoneChange);

  const stop = async () => {
    const answer = await send({ body: {} });
    if (!answer) return;

    toast(t(answer.wasStopped ? 'phone.stopped' : 'phone.nothing_waits'));
    refresh(viewPhoneChange);
    await requestStatus(readSession().token);
  };

  return { stop, isSending };
}

import { saveConsent, viewConsents } from '@noren/contract/account';
import { consentTexts } from '@noren/core/people/consent';
import { type ReactNode, useEffect, useState } from 'react';
import { refresh, useCall, useSend } from '../api/hooks.tsx';
import { type TextId, useT } from '../i18n/index.ts';
import { recordPrompt, wasPrompted } from '../session/prompt-history.ts';
import { Row, RowLink } from '../ui/layout/card.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { type NotificationState, notificationState } from './notification-state.ts';
import { PermissionDialog } from './permission-dialog.tsx';
import { turnPushOn } from './push.ts';

/**
 * Our own dialog, then after OK the browser's prompt; the consent is recorded before the browser is
 * subscribed.
 */
function useNotificationQuestion(): {
  state: NotificationState;
  ask: () => void;
  question: ReactNode;
} {
  const t = useT();
  const [state, setState] = useState(notificationState);
  const [isRequesting, setRequesting] = useState(false);
  const { send } = useSend(saveConsent);

  const allow = async () => {
    setRequesting(false);

    // Synchronously: a browser prompts only right after a tap.
    const answer = await Notification.requestPermission();
    setState(answer);

    if (answer !== 'granted') return;

    const { textVersion } = consentTexts.notifications;
    if (!(await send({ body: { purpose: 'notifications', textVersion, given: true } }))) return;

    refresh(viewConsents);
    toast(
      t((await turnPushOn()) ? 'permission.notifications_on' : 'permission.notifications_failed'),
    );
  };

  return {
    state,
    ask: () => {
      recordPrompt('notifications');
      setRequesting(true);
    },
    question: isRequesting && (
      <PermissionDialog
        kind="notifications"
        onOk={() => void allow()}
        onLater={() => setRequesting(false)}
      />
    ),
  };
}

/**
 * Asks once per device, when a notification would be useful: while a payout or a repayment is due.
 */
export function NotificationPrompt({ isUseful }: { isUseful: boolean }) {
  const { state, ask, question } = useNotificationQuestion();
  const canPrompt = isUseful && state === 'default' && !wasPrompted('notifications');

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, whatever is rendered meanwhile
  useEffect(() => {
    if (canPrompt) ask();
  }, [canPrompt]);

  return question;
}

const STATES: Record<Exclude<NotificationState, 'default'>, TextId> = {
  granted: 'permission.on',
  denied: 'permission.blocked',
  unsupported: 'permission.unsupported',
};

/** A row of the profile with the state of notifications, and a tap to turn them on. */
export function NotificationsRow({ icon }: { icon?: ReactNode }) {
  const t = useT();
  const { state, ask, question } = useNotificationQuestion();
  // The browser's permission is no consent: another user may have signed in, or the consent was
  // withdrawn.
  const { data } = useCall(viewConsents, { isOn: state === 'granted', isOptional: true });
  const consent = data?.consents.find(({ purpose }) => purpose === 'notifications');
  const canPrompt =
    state === 'default' || (state === 'granted' && consent && consent.state !== 'given');
  if (!canPrompt)
    return <Row icon={icon} label={t('permission.notifications')} value={t(STATES[state])} />;

  return (
    <>
      <RowLink
        icon={icon}
        label={t('permission.notifications')}
        aside={t('permission.off')}
        onClick={ask}
      />
      {question}
    </>
  );
}

import { useEffect, useState } from 'react';
import { ApiError } from '../../api/api.ts';
import { clearInterruption, type Interruption, readInterruption } from '../../api/confirm.ts';
import { useAttempt } from '../../api/use-attempt.ts';
import { useT } from '../../i18n/index.ts';
import { now } from '../../session/clock.ts';
import { useSession } from '../../session/session.ts';
import { canUsePasskeys, type WebAuthnJson } from '../../shared/passkey/passkey.ts';
import { Loader } from '../../ui/feedback/loader.tsx';
import { Text } from '../../ui/layout/text.tsx';
import { Navigate, useNavigate } from '../../ui/routing/router.tsx';
import { CodeForm } from './code-form.tsx';
import { checkConfirmation, readPasskeyOptions, sendConfirmation } from './confirm-calls.ts';
import { ConfirmByPasskey } from './confirm-passkey.tsx';
import { closeLinkAccount } from './link-account.tsx';

/**
 * "Carrier verification": before a risky action the user enters a code sent to the registered phone,
 * then returns to the action. A user with a passkey may use it instead, and gets a code only on
 * request. Source: specification §2.
 */
export function Confirm() {
  const [interrupted] = useState(readInterruption);
  // Opened directly: no action needs a code, so none is sent.
  return interrupted ? <ChooseWay interrupted={interrupted} /> : <Navigate to="/home" replace />;
}

/** The code is not kept waiting longer: on a poor network the answer may take a minute. */
const PASSKEY_WITHIN_MS = 3_000;

function ChooseWay({ interrupted: { path, isBehind } }: { interrupted: Interruption }) {
  const navigate = useNavigate();
  const { isCertified } = useSession();
  const [passkey, setPasskey] = useState<WebAuthnJson | null | undefined>(
    canUsePasskeys() ? undefined : null,
  );

  useEffect(() => {
    if (!canUsePasskeys()) return;

    // The first answer counts: a late one must not take away the code that was sent meanwhile.
    const decide = (options: WebAuthnJson | null) =>
      setPasskey((before) => (before === undefined ? options : before));

    const timer = setTimeout(() => decide(null), PASSKEY_WITHIN_MS);
    void readPasskeyOptions().then(decide);

    return () => clearTimeout(timer);
  }, []);

  /** Goes to the previous screen; if it cannot be shown without a code, to `instead`. */
  const goBack = (instead: string) =>
    isBehind ? navigate(-1) : navigate(instead, { replace: true });
  const handlers = {
    onDone: () => {
      closeLinkAccount();
      clearInterruption();
      goBack(path);
    },
    onBeforeBack: (): false => {
      goBack(isCertified ? '/home' : '/identity-auth');
      return false;
    },
  };

  if (passkey === undefined) return <Loader />;
  if (passkey === null) return <EnterCode {...handlers} />;

  return <ConfirmByPasskey {...handlers} options={passkey} onChooseCode={() => setPasskey(null)} />;
}

function EnterCode({ onDone, onBeforeBack }: { onDone: () => void; onBeforeBack: () => false }) {
  const t = useT();
  const { userInfo } = useSession();
  const { isBusy, error, attempt, clear } = useAttempt(true);
  const [resendAt, setResendAt] = useState(0);
  const [resends, setResends] = useState(0);

  const requestCode = (onSent?: () => void) =>
    attempt(async () => {
      const { resendAfterSeconds } = await sendConfirmation().catch((cause: unknown) => {
        setResendAt(now() + readWait(cause) * 1000);
        throw cause;
      });
      setResendAt(now() + resendAfterSeconds * 1000);
      onSent?.();
    });

  // biome-ignore lint/correctness/useExhaustiveDependencies: one code is sent when the screen opens
  useEffect(() => void requestCode(), []);

  const resend = () => requestCode(() => setResends(resends + 1));

  const check = (digits: string) =>
    attempt(async () => {
      await checkConfirmation(digits);
      onDone();
    });

  return (
    <CodeForm
      codeKey={resends}
      title={t('confirm.title')}
      lead={t('confirm.sent_to', { phone: userInfo?.maskedPhone ?? '' })}
      onCode={(digits) => void check(digits)}
      onEdit={clear}
      onResend={() => void resend()}
      isSending={isBusy}
      {...{ onBeforeBack, error, resendAt }}
    >
      <Text>{t('confirm.why')}</Text>
    </CodeForm>
  );
}

/** The wait until the next code, if the refusal states it. */
function readWait(cause: unknown): number {
  return cause instanceof ApiError ? (cause.data?.retryAfterSeconds ?? 0) : 0;
}

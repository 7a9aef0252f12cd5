import { type FormEvent, useEffect, useId, useState } from 'react';
import { ApiError } from '../../api/api.ts';
import { clearInterruption, type Interruption, readInterruption } from '../../api/confirm.ts';
import { useAttempt } from '../../api/use-attempt.ts';
import { useT } from '../../i18n/index.ts';
import { now } from '../../session/clock.ts';
import { useSession } from '../../session/session.ts';
import { HelpButton } from '../../shared/help/help.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Text } from '../../ui/layout/text.tsx';
import { Navigate, useNavigate } from '../../ui/routing/router.tsx';
import { CodeField } from './code-field.tsx';
import { checkConfirmation, sendConfirmation } from './confirm-calls.ts';
import style from './login.module.css';

/** "Carrier verification": a code to the registered phone before a risky action, then back to it. Source: specification §2. */
export function Confirm() {
  const [interrupted] = useState(readInterruption);
  // Opened directly: no action needs a code, so none is sent.
  return interrupted ? <EnterCode interrupted={interrupted} /> : <Navigate to="/home" replace />;
}

function EnterCode({ interrupted: { path, isBehind } }: { interrupted: Interruption }) {
  const t = useT();
  const form = useId();
  const navigate = useNavigate();
  const { userInfo, isCertified } = useSession();
  const [code, setCode] = useState('');
  const [isJudged, setJudged] = useState(false);
  const { isBusy, error, attempt, clear } = useAttempt(true);
  const [resendAt, setResendAt] = useState(0);

  /** Goes to the previous screen; if it cannot be shown without a code, to `instead`. */
  const goBack = (instead: string) => (isBehind ? navigate(-1) : navigate(instead, { replace: true }));
  const requestCode = () =>
    attempt(async () => {
      const { resendAfterSeconds } = await sendConfirmation().catch((cause: unknown) => {
        setResendAt(now() + waitOf(cause) * 1000);
        throw cause;
      });
      setResendAt(now() + resendAfterSeconds * 1000);
    });
  // biome-ignore lint/correctness/useExhaustiveDependencies: one code is sent when the screen opens
  useEffect(() => void requestCode(), []);
  const check = (whole: string) =>
    attempt(async () => {
      await checkConfirmation(whole);
      clearInterruption();
      goBack(path);
    });
  const leave = () => {
    goBack(isCertified ? '/home' : '/identity-auth');
    return false;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setJudged(true);
    if (code.length === 4) void check(code);
    else document.getElementById('code')?.focus();
  };
  const fault = isJudged && code.length < 4 ? t('login.code_format') : undefined;
  return (
    <Page
      title={t('confirm.title')}
      heading="large"
      lead={t('confirm.sent_to', { phone: userInfo?.maskedPhone ?? '' })}
      onBeforeBack={leave}
      right={<HelpButton />}
      footer={
        <Button type="submit" form={form} busy={isBusy}>
          {t('confirm.submit')}
        </Button>
      }
    >
      <form id={form} noValidate onSubmit={submit} className={style.form}>
        <CodeField
          code={code}
          onChange={(digits) => {
            setCode(digits);
            clear();
          }}
          onComplete={(whole) => void check(whole)}
          error={fault ?? error}
          resendAt={resendAt}
          onResend={() => void requestCode()}
          isSending={isBusy}
        />
      </form>
      <Text>{t('confirm.why')}</Text>
    </Page>
  );
}

/** The wait until the next code, if the refusal states it. */
function waitOf(cause: unknown): number {
  return cause instanceof ApiError ? (cause.data?.retryAfterSeconds ?? 0) : 0;
}

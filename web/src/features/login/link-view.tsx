import { homeFor } from '@noren/core/people/status';
import { lazy, useState } from 'react';
import { useAppConfig } from '../../api/config.ts';
import { useAttempt } from '../../api/use-attempt.ts';
import { useT } from '../../i18n/index.ts';
import { now } from '../../session/clock.ts';
import { useSession } from '../../session/session.ts';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Loader } from '../../ui/feedback/loader.tsx';
import { LanguageSwitch } from '../../ui/form/language-switch.tsx';
import { Button, ButtonLink } from '../../ui/layout/button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Text } from '../../ui/layout/text.tsx';
import { Navigate, useNavigate, useSearchParams } from '../../ui/routing/router.tsx';
import { loadSignInCalls } from './load-calls.ts';
import {
  confirmLink,
  dropLink,
  hasPendingLink,
  linkPath,
  PAPERS_PATH,
  readLinkCode,
  readLinkPhone,
  retryLink,
  sendLinkCode,
} from './magic-link.ts';
import { useLeave } from './use-leave.ts';

// In a file of its own: most links were not used before.
const CodeView = lazy(async () => ({ default: (await import('./code-view.tsx')).CodeView }));

type Props = { state: 'opening' | 'confirm' | 'code' | 'lost' | 'cookies' | 'other' };

/**
 * Shown while a link is opened, before it ends another user's session, and after one that was used,
 * lost or changed the user.
 */
export function LinkView({ state }: Props) {
  const t = useT();
  const { isSignedIn } = useSession();

  switch (state) {
    case 'opening':
      return hasPendingLink() ? (
        <Loader text={t('login.link_opening')} />
      ) : (
        <Navigate to="/login" replace />
      );
    case 'confirm':
      return <Confirm />;
    case 'code':
      return <LinkCode />;
    case 'lost':
      return <Lost why={t('login.link_lost_text')} />;
    case 'cookies':
      return <Lost why={t('login.cookies_refused')} />;
    case 'other':
      return isSignedIn ? <Other /> : <Navigate to="/login" replace />;
    default: {
      const missing: never = state;
      throw new RangeError(`unknown state of a link: ${missing}`);
    }
  }
}

/** Names the phone that the link signs in: opening it alone does not sign another user out. */
function Confirm() {
  const t = useT();
  const { isSignedIn } = useSession();
  const navigate = useNavigate();
  const [phone] = useState(readLinkPhone);

  const leave = () => {
    dropLink();
    navigate(isSignedIn ? '/noren' : '/login', { replace: true });
  };

  if (phone === null) return <Navigate to="/login" replace />;

  return (
    <Page
      title={t('login.link_confirm', { phone })}
      heading="large"
      lead={t('login.link_confirm_text')}
      back={false}
      right={<LanguageSwitch />}
      footer={
        <>
          <Button onClick={() => void confirmLink()}>
            {t('login.link_confirm_yes', { phone })}
          </Button>
          <Button kind="ghost" onClick={leave}>
            {t('login.link_confirm_no')}
          </Button>
        </>
      }
    >
      {null}
    </Page>
  );
}

/**
 * The code that was sent to the phone of a used link. After a reload nothing is known of it: the
 * number is typed, below how the link ended.
 */
function LinkCode() {
  const t = useT();
  const navigate = useNavigate();
  const { config } = useAppConfig();
  const [sent, setSent] = useState(readLinkCode);

  const [resendAt, setResendAt] = useState(
    () => now() + (sent?.code.resendAfterSeconds ?? 0) * 1_000,
  );
  const { isBusy: isSending, error, attempt, showError, clear } = useAttempt();
  const end = useSearchParams()[0].has('papers') ? 'papers' : 'used';

  if (sent === null) return <Navigate to={linkPath(end)} replace />;

  const { link, code } = sent;

  const resend = () =>
    attempt(async () => {
      const next = await sendLinkCode();
      setSent({ link, code: next });
      setResendAt(now() + next.resendAfterSeconds * 1_000);
    });

  const submit = (typed: string) =>
    attempt(async () => {
      const policyVersion = config?.policyVersion;
      if (policyVersion === undefined) return showError(t('api.check_connection'));

      const { signIn } = await loadSignInCalls();
      const path = await signIn({ link, otpRef: code.otpRef, code: typed, policyVersion });

      dropLink();
      navigate(end === 'papers' ? PAPERS_PATH : path, { replace: true });
    });

  return (
    <CodeView
      codeKey={code.otpRef}
      phone={code.maskedPhone}
      callout={
        <div role="status">
          {end === 'papers' ? (
            <Callout title={t('login.link_papers')} text={t('login.link_papers_text')} />
          ) : (
            <Callout tone="due" title={t('login.link_used')} text={t('login.link_used_text')} />
          )}
        </div>
      }
      hasAgreed={code.hasAgreed}
      resendAt={resendAt}
      onResend={() => void resend()}
      onChangePhone={() => {
        dropLink();
        navigate('/login', { replace: true });
      }}
      onSubmit={submit}
      onEdit={clear}
      {...{ isSending, error }}
    />
  );
}

/** No response, or no stored session: the link may or may not be used, and a retry is safe. */
function Lost({ why }: { why: string }) {
  const t = useT();
  const { isSignedIn } = useSession();

  return (
    <Page
      title={t('login.link_lost')}
      heading="large"
      lead={why}
      back="/noren"
      right={<LanguageSwitch />}
      footer={
        <>
          {hasPendingLink() && (
            <Button onClick={() => void retryLink()}>{t('ui.try_again')}</Button>
          )}
          <ButtonLink kind="ghost" to={isSignedIn ? '/noren' : '/login'}>
            {t(isSignedIn ? 'login.link_go_on' : 'login.link_by_code')}
          </ButtonLink>
        </>
      }
    >
      {!hasPendingLink() && <Text>{t('login.link_tap_again')}</Text>}
    </Page>
  );
}

/** The link belongs to another user: shows whose session this is now, and offers to sign out. */
function Other() {
  const t = useT();
  const { userInfo, onboardingStatus } = useSession();
  const { isBusy, error, leave } = useLeave();

  return (
    <Page
      title={t('login.link_other', { phone: userInfo?.maskedPhone ?? '' })}
      heading="large"
      lead={t('login.link_other_text')}
      back={false}
      footer={
        <>
          <ButtonLink to={homeFor(onboardingStatus?.bizStatus ?? 0)} replace>
            {t('login.link_go_on')}
          </ButtonLink>
          <Button kind="ghost" busy={isBusy} onClick={() => void leave()}>
            {t('login.link_not_mine')}
          </Button>
        </>
      }
    >
      {error && (
        <Text tone="bad">
          <span role="alert">{error}</span>
        </Text>
      )}
    </Page>
  );
}

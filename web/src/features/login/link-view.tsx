import { homeFor } from '@noren/core/people/status';
import { useState } from 'react';
import { useAttempt } from '../../api/use-attempt.ts';
import { useT } from '../../i18n/index.ts';
import { clearSession, useSession } from '../../session/session.ts';
import { Loader } from '../../ui/feedback/loader.tsx';
import { LanguageSwitch } from '../../ui/form/language-switch.tsx';
import { Button, ButtonLink } from '../../ui/layout/button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Text } from '../../ui/layout/text.tsx';
import { Navigate, useNavigate } from '../../ui/routing/router.tsx';
import { signOut } from './calls.ts';
import { confirmLink, dropLink, hasPendingLink, readLinkPhone, retryLink } from './magic-link.ts';

/** Shown while a link is opened, before it signs in, and after one that was not sent, got no response or changed the user. */
export function LinkView({ state }: { state: 'opening' | 'confirm' | 'lost' | 'cookies' | 'other' }) {
  const t = useT();
  const { isSignedIn } = useSession();
  switch (state) {
    case 'opening':
      return hasPendingLink() ? <Loader text={t('login.link_opening')} /> : <Navigate to="/login" replace />;
    case 'confirm':
      return <Confirm />;
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

/** Names the phone that the link signs in: nobody is signed in by opening a link that somebody else sent. */
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
          <Button onClick={() => void confirmLink()}>{t('login.link_confirm_yes', { phone })}</Button>
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
          {hasPendingLink() && <Button onClick={() => void retryLink()}>{t('ui.try_again')}</Button>}
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
  const { isBusy, error, attempt } = useAttempt();
  const leave = () =>
    attempt(async () => {
      await signOut();
      clearSession();
    });
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

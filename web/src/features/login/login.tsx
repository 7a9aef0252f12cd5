import { lazy, Suspense, useState } from 'react';
import { useAppConfig } from '../../api/config.ts';
import { useAttempt } from '../../api/use-attempt.ts';
import { type TextId, t } from '../../i18n/index.ts';
import { now } from '../../session/clock.ts';
import { clearDraft, readDraft, readTypedValue, SIGN_IN, saveDraft } from '../../session/drafts.ts';
import { readSession } from '../../session/session.ts';
import { Loader } from '../../ui/feedback/loader.tsx';
import { whenIdle } from '../../ui/routing/idle.ts';
import { Navigate, useLocation, useNavigate, useSearchParams } from '../../ui/routing/router.tsx';
import type { LinkEnd } from './magic-link.ts';
import { PhoneView } from './phone-view.tsx';

const CodeView = lazy(async () => ({ default: (await import('./code-view.tsx')).CodeView }));
const LinkView = lazy(async () => ({ default: (await import('./link-view.tsx')).LinkView }));

/** The code request; stored in the history entry, so that it is still there after a visit to the messages app. */
type CodeRequest = { phone: string; otpRef: string; resendAt: number; hasAgreed: boolean };

// Loaded while the number is typed: the first screen does not need it.
const loadCalls = async () => (await Promise.all([import('./calls.ts'), import('./code-view.tsx')]))[0];

/** Loads it after the field has shown the first digit. A failure here shows when the form is sent. */
const loadAhead = () => void whenIdle(() => void loadCalls().catch((cause) => console.info('Not loaded ahead', cause)));

/** Why a link did not sign in; the user can use the form below. */
const LINK_WORDS = {
  used: 'login.link_used',
  expired: 'login.link_expired',
  unknown: 'login.link_unknown',
  many: 'login.link_many',
} as const satisfies Partial<Record<LinkEnd, TextId>>;

/** Signing in: by a link if one is being opened, else by phone and code. Source: specification §5. */
export function Login() {
  const link = useSearchParams()[0].get('link');
  if (link === 'opening' || link === 'confirm' || link === 'lost' || link === 'cookies' || link === 'other')
    return (
      <Suspense fallback={<Loader />}>
        <LinkView state={link} />
      </Suspense>
    );
  return <SignIn callout={LINK_WORDS[link as keyof typeof LINK_WORDS]} />;
}

function SignIn({ callout }: { callout: TextId | undefined }) {
  const navigate = useNavigate();
  const sent = useLocation().state as CodeRequest | null;
  const { config } = useAppConfig();
  const [wasSignedIn] = useState(() => readSession().token !== null);
  const [phone, setPhone] = useState(() => readTypedValue('phone') ?? readDraft(SIGN_IN).phone ?? sent?.phone ?? '');
  const { isBusy: isSending, error, attempt, showError, clear } = useAttempt();

  const attemptCalls = async (work: (calls: Awaited<ReturnType<typeof loadCalls>>) => Promise<void>) => {
    if (isSending) return;
    await attempt(async () => {
      const calls = await loadCalls().catch(() => undefined);
      if (calls) await work(calls);
      else showError(t('api.check_connection'));
    });
  };
  const sendCode = (to: string, isAgain: boolean) =>
    attemptCalls(async ({ requestCode }) => {
      const { otpRef, resendAfterSeconds, hasAgreed } = await requestCode(to);
      const state: CodeRequest = { phone: to, otpRef, resendAt: now() + resendAfterSeconds * 1000, hasAgreed };
      saveDraft(SIGN_IN, { phone: to });
      navigate('/login', { state, replace: isAgain });
    });
  const signIn = (given: CodeRequest, code: string) =>
    attemptCalls(async (calls) => {
      const policyVersion = config?.policyVersion;
      if (policyVersion === undefined) return showError(t('api.check_connection'));
      const path = await calls.signIn({ phone: given.phone, otpRef: given.otpRef, code, policyVersion });
      clearDraft(SIGN_IN);
      navigate(path, { replace: true });
    });

  if (wasSignedIn) return <Navigate to="/noren" replace />;
  if (sent) {
    return (
      <Suspense fallback={<Loader />}>
        <CodeView
          phone={sent.phone}
          hasAgreed={sent.hasAgreed}
          resendAt={sent.resendAt}
          onResend={() => void sendCode(sent.phone, true)}
          onChangePhone={() => {
            clear();
            navigate(-1);
          }}
          onSubmit={(code) => signIn(sent, code)}
          onEdit={clear}
          {...{ isSending, error }}
        />
      </Suspense>
    );
  }
  return (
    <PhoneView
      phone={phone}
      onChange={(typed) => {
        loadAhead();
        setPhone(typed);
        clear();
        saveDraft(SIGN_IN, { phone: typed });
      }}
      onSubmit={(whole) => void sendCode(whole, false)}
      {...{ isSending, error, callout }}
    />
  );
}

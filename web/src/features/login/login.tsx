import { homeFor } from '@noren/core/people/status';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useAppConfig } from '../../api/config.ts';
import { useAttempt } from '../../api/use-attempt.ts';
import { type TextId, t } from '../../i18n/index.ts';
import { now } from '../../session/clock.ts';
import {
  clearDraft,
  isDraftUnread,
  readDraft,
  restoreDrafts,
  saveDraft,
} from '../../session/drafts.ts';
import { readSession } from '../../session/session.ts';
import { readTypedValue, SIGN_IN } from '../../session/typed-before-start.ts';
import { useRestoredDraft } from '../../shared/forms/use-restored-draft.ts';
import { Loader } from '../../ui/feedback/loader.tsx';
import { whenIdle } from '../../ui/routing/idle.ts';
import { Navigate, useLocation, useNavigate, useSearchParams } from '../../ui/routing/router.tsx';
import type { LinkEnd } from './magic-link.ts';
import { PhoneView } from './phone-view.tsx';

const CodeView = lazy(async () => ({ default: (await import('./code-view.tsx')).CodeView }));
const LinkView = lazy(async () => ({ default: (await import('./link-view.tsx')).LinkView }));

/**
 * The code request; stored in the history entry, so that it is still there after a visit to the
 * messages app. The phone that it was sent to is in the draft, which is encrypted.
 */
type CodeRequest = { otpRef: string; resendAt: number; hasAgreed: boolean };

// Loaded while the number is typed: the first screen does not need it.
const loadCalls = async () =>
  (await Promise.all([import('./calls.ts'), import('./code-view.tsx')]))[0];

/**
 * Loads it after the field has shown the first digit. A failure here shows when the form is sent.
 */
const loadAhead = () =>
  void whenIdle(() => void loadCalls().catch((cause) => console.info('Not loaded ahead', cause)));

/** Why a link did not sign in; the user can use the form below. */
const LINK_WORDS = {
  used: 'login.link_used',
  papers: 'login.link_papers',
  expired: 'login.link_expired',
  unknown: 'login.link_unknown',
  many: 'login.link_many',
} as const satisfies Partial<Record<LinkEnd, TextId>>;

/**
 * Signing in: by a link if one is being opened, else by phone and code. Source: specification §5.
 */
export function Login() {
  const link = useSearchParams()[0].get('link');
  if (isLinkState(link))
    return (
      <Suspense fallback={<Loader />}>
        <LinkView state={link} />
      </Suspense>
    );

  return <SignIn callout={LINK_WORDS[link as keyof typeof LINK_WORDS]} />;
}

const LINK_STATES = ['opening', 'confirm', 'code', 'lost', 'cookies', 'other'] as const;
type LinkState = (typeof LINK_STATES)[number];
const isLinkState = (link: string | null): link is LinkState =>
  LINK_STATES.some((state) => state === link);

type PhoneDraft = { phone: string; sentTo?: string | undefined; isChanged?: true };

/**
 * The phone that is being typed, and the phone that a code was sent to; both are restored after a
 * reload.
 */
function usePhone() {
  const [{ phone, sentTo }, setDraft] = useState<PhoneDraft>(() => {
    const { phone = '', sentTo } = readDraft(SIGN_IN);
    return { phone: readTypedValue('phone') ?? phone, sentTo };
  });
  const [isRestoring, setRestoring] = useState(() => isDraftUnread(SIGN_IN));

  useRestoredDraft(SIGN_IN, (draft) =>
    setDraft((before) =>
      before.isChanged || before.phone !== ''
        ? before
        : { phone: draft['phone'] ?? '', sentTo: draft['sentTo'] },
    ),
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed before the app was loaded, once
  useEffect(() => {
    if (phone !== '' && phone !== readDraft(SIGN_IN)['phone']) saveDraft(SIGN_IN, { phone });
    void restoreDrafts().then(() => setRestoring(false));
  }, []);

  const save = (draft: { phone: string; sentTo?: string }): void => {
    setDraft({ ...draft, isChanged: true });
    saveDraft(SIGN_IN, draft);
  };

  return {
    phone,
    sentTo,
    isRestoring,
    saveTyped: (typed: string) => save({ phone: typed }),
    saveSent: (to: string) => save({ phone: to, sentTo: to }),
  };
}

function SignIn({ callout }: { callout: TextId | undefined }) {
  const navigate = useNavigate();
  const sent = useLocation().state as CodeRequest | null;
  const { config } = useAppConfig();
  const [wasSignedIn] = useState(() => readSession().token !== null);
  const { phone, sentTo, isRestoring, saveTyped, saveSent } = usePhone();
  const { isBusy: isSending, error, attempt, showError, clear } = useAttempt();

  const attemptCalls = async (
    work: (calls: Awaited<ReturnType<typeof loadCalls>>) => Promise<void>,
  ) => {
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
      const state: CodeRequest = { otpRef, resendAt: now() + resendAfterSeconds * 1000, hasAgreed };
      saveSent(to);
      navigate('/login', { state, replace: isAgain });
    });

  const signIn = (given: { phone: string; otpRef: string }, code: string) =>
    attemptCalls(async (calls) => {
      const policyVersion = config?.policyVersion;
      if (policyVersion === undefined) return showError(t('api.check_connection'));

      const path = await calls.signIn({ ...given, code, policyVersion });
      clearDraft(SIGN_IN);
      navigate(path, { replace: true });
    });

  if (wasSignedIn)
    return <Navigate to={homeFor(readSession().onboardingStatus?.bizStatus ?? 0)} replace />;
  if (sent && isRestoring) return <Loader />;

  if (sent && sentTo !== undefined) {
    return (
      <Suspense fallback={<Loader />}>
        <CodeView
          codeKey={sent.otpRef}
          phone={`${sentTo.slice(0, 5)} ${sentTo.slice(5)}`}
          hasAgreed={sent.hasAgreed}
          resendAt={sent.resendAt}
          onResend={() => void sendCode(sentTo, true)}
          onChangePhone={() => {
            clear();
            navigate(-1);
          }}
          onSubmit={(code) => signIn({ phone: sentTo, otpRef: sent.otpRef }, code)}
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
        saveTyped(typed);
        clear();
      }}
      onSubmit={(whole) => void sendCode(whole, false)}
      {...{ isSending, error, callout }}
    />
  );
}

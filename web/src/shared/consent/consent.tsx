import { saveConsent, viewConsents } from '@noren/contract/account';
import { consentTexts, type Purpose } from '@noren/core/people/consent';
import { Activity, type ReactNode, useEffect, useState } from 'react';
import { ApiError, CONSENT_REQUIRED } from '../../api/api.ts';
import { useAppConfig } from '../../api/config.ts';
import { refresh, useCall, useSend } from '../../api/hooks.tsx';
import { formatList } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { Rich } from '../../i18n/rich.tsx';
import { useSession } from '../../session/session.ts';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Loader } from '../../ui/feedback/loader.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Trouble } from '../../ui/feedback/trouble.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { TermList } from '../../ui/layout/term-list.tsx';
import { Text } from '../../ui/layout/text.tsx';
import { Link, useNavigate } from '../../ui/routing/router.tsx';
import { HelpButton } from '../help/help.tsx';
import { useBackTo } from '../steps/certification-steps.ts';

/** A purpose whose consent a screen asks for before it collects anything. */
export type ScreenPurpose = Exclude<Purpose, 'privacy_policy' | 'offers' | 'notifications'>;

type Props = {
  purpose: ScreenPurpose;
  /** The screen that collects. Rendered only after the consent; keeps its state while the consent is asked for again. */
  children: ReactNode;
  /** Optional purposes only: called after "Continue without" recorded the refusal. */
  onWithout?: () => void;
  /** Whether what `onWithout` started is still running. */
  isBusy?: boolean;
};

/** Asks for a screen's consent before the screen is rendered: once per user, on any device. */
export function ConsentGate({ purpose, children, ...rest }: Props) {
  const { data, error, isFetching, refetch } = useCall(viewConsents, {});
  const [isAgreed, setAgreed] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  useEffect(() => {
    const promptAgain = () => {
      setAgreed(false);
      // The focused element is hidden now: the heading of the gate takes the focus.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      refresh(viewConsents);
    };
    addEventListener(CONSENT_REQUIRED, promptAgain);
    return () => removeEventListener(CONSENT_REQUIRED, promptAgain);
  }, []);
  const consent = data?.consents.find((one) => one.purpose === purpose);
  const isOpen = isAgreed || consent?.state === 'given';
  if (isOpen && !wasOpen) setWasOpen(true);
  return (
    <>
      {wasOpen && <Activity mode={isOpen ? 'visible' : 'hidden'}>{children}</Activity>}
      {!isOpen && consent && (
        <ConsentPrompt
          purpose={purpose}
          state={consent.state}
          isNewer={consent.textVersion !== consentTexts[purpose].textVersion}
          onAgreed={() => setAgreed(true)}
          {...rest}
        />
      )}
      {!consent && error && (
        <Failed purpose={purpose} error={error} isBusy={isFetching} onRetry={() => void refetch()} />
      )}
      {!consent && !error && <Loader />}
    </>
  );
}

type ConsentPromptProps = Omit<Props, 'children'> & {
  state: 'none' | 'given' | 'refused' | 'withdrawn' | 'outdated';
  /** The server has a newer text than this page. */
  isNewer: boolean;
  onAgreed: () => void;
};

function ConsentPrompt({ purpose, state, isNewer, onAgreed, onWithout, isBusy = false }: ConsentPromptProps) {
  const t = useT();
  const navigate = useNavigate();
  const away = useSession().isCertified ? '/user' : '/identity-auth';
  const onBeforeBack = useBackTo(away);
  const { send, isSending, error } = useSend(saveConsent);
  const { textVersion } = consentTexts[purpose];
  const mustReload = isNewer || (error instanceof ApiError && error.data?.reason === 'consent_text_changed');
  const decide = async (given: boolean) => {
    if (!(await send({ body: { purpose, textVersion, given } }))) return;
    if (!given) return onWithout?.();
    onAgreed();
    refresh(viewConsents);
  };
  const isWithout = state === 'refused' || state === 'withdrawn';
  if (mustReload) return <Reload purpose={purpose} />;
  return (
    <Page
      title={t(`consent.title_${purpose}`)}
      heading="large"
      onBeforeBack={onBeforeBack}
      right={<HelpButton />}
      footer={
        <>
          {/* Where both buttons continue, neither is emphasised. Source: `docs/lawful.md`, row 12. */}
          <Button kind={onWithout ? 'ghost' : 'primary'} busy={isSending} onClick={() => void decide(true)}>
            {t('consent.agree')}
          </Button>
          <Button
            kind="ghost"
            busy={isBusy}
            onClick={() => (onWithout ? void decide(false) : navigate(away, { replace: true }))}
          >
            {t(onWithout ? 'consent.without' : 'consent.not_now')}
          </Button>
        </>
      }
    >
      {state === 'outdated' && <Callout tone="due" title={t('consent.changed')} text={t('consent.changed_text')} />}
      {onWithout && isWithout && <Callout title={t('consent.went_without')} text={t('consent.went_without_text')} />}
      {error && <Trouble title={error.message} />}
      <Terms purpose={purpose} />
      <Text tone="ink">{t(purpose === 'face_check' ? 'consent.without_face_check' : 'consent.required')}</Text>
      <Text size="xs">
        <Rich
          id="consent.version"
          values={{ version: textVersion }}
          parts={{ link: (text) => <Link to="/privacy-policy">{text}</Link> }}
        />
      </Text>
    </Page>
  );
}

function Terms({ purpose }: { purpose: ScreenPurpose }) {
  const t = useT();
  const { config } = useAppConfig();
  const { items, seenBy, keptFor } = consentTexts[purpose];
  const lender = config?.lender.name ?? 'none';
  return (
    <Card>
      <TermList
        terms={[
          { term: t('consent.row_what'), text: items.map((item) => t(`consent.item_${item}`)) },
          { term: t('consent.row_why'), text: t(`consent.why_${purpose}`) },
          { term: t('consent.row_kept'), text: t(`consent.kept_${keptFor}`) },
          { term: t('consent.row_seen'), text: formatList(seenBy.map((who) => t(`consent.seen_${who}`, { lender }))) },
        ]}
      />
    </Card>
  );
}

/** The page's text is older than the server's: a consent would be to a text no longer in force. */
function Reload({ purpose }: { purpose: ScreenPurpose }) {
  const t = useT();
  return (
    <Page
      title={t(`consent.title_${purpose}`)}
      back="/identity-auth"
      right={<HelpButton />}
      footer={<Button onClick={() => location.reload()}>{t('consent.reload')}</Button>}
    >
      <Callout tone="due" title={t('consent.changed')} text={t('consent.reload_text')} />
    </Page>
  );
}

type FailedProps = { purpose: ScreenPurpose; error: Error; isBusy: boolean; onRetry: () => void };

function Failed({ purpose, error, isBusy, onRetry }: FailedProps) {
  const t = useT();
  return (
    <Page title={t(`consent.title_${purpose}`)} back="/identity-auth" right={<HelpButton />}>
      <ErrorState text={error.message} onRetry={onRetry} busy={isBusy} />
    </Page>
  );
}

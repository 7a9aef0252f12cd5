import { saveConsent, viewConsents } from '@noren/contract/account';
import { consentTexts, type Purpose } from '@noren/core/people/consent';
import { type ConsentTexts, findConsentText } from '@noren/core/people/consent-texts';
import type { ReactNode } from 'react';
import { ApiError } from '../../api/api.ts';
import { useAppConfig } from '../../api/config.ts';
import { refresh, useSend } from '../../api/hooks.tsx';
import { formatList } from '../../i18n/format-list.ts';
import { type TextId, useT } from '../../i18n/index.ts';
import { Rich } from '../../i18n/rich.tsx';
import { useSession } from '../../session/session.ts';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Trouble } from '../../ui/feedback/trouble.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Fold } from '../../ui/layout/fold.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { TermList } from '../../ui/layout/term-list.tsx';
import { Text } from '../../ui/layout/text.tsx';
import { Link, useNavigate } from '../../ui/routing/router.tsx';
import { HelpButton } from '../help/help.tsx';
import { useBackTo } from '../steps/certification-steps.ts';

/** A purpose whose consent a screen asks for before it collects anything. */
export type ScreenPurpose = Exclude<Purpose, 'privacy_policy' | 'offers' | 'notifications'>;

export type PromptProps = {
  purpose: ScreenPurpose;
  /** Optional purposes only: called after "Continue without" recorded the refusal. */
  onWithout?: () => void;
  /** What agreeing starts: an explanation, and the button's text. */
  start?: { about: ReactNode; text: TextId; onStart: () => void } | undefined;
  /** Whether what `onWithout` started is still running. */
  isBusy?: boolean;
  state: 'none' | 'given' | 'refused' | 'withdrawn' | 'outdated';
  /** The purposes the user has agreed to. */
  known: readonly Purpose[];
  /** The version of the text that the server asks with; this page may not know it. */
  textVersion: string;
  onAgreed: () => void;
};

interface ShownText {
  readonly text: ConsentTexts[ScreenPurpose];
}

/**
 * The question. The first time it shows the whole text; later it shows what is new for this step,
 * with the rest one tap away.
 */
export function ConsentPrompt(props: PromptProps) {
  const { purpose, state, known, textVersion, onAgreed, onWithout, isBusy = false } = props;
  const { start } = props;
  const t = useT();
  const navigate = useNavigate();
  const exit = useSession().isCertified ? '/user' : '/identity-auth';
  const onBeforeBack = useBackTo(exit);
  const { send, isSending, error } = useSend(saveConsent);
  const text = findConsentText(purpose, textVersion);

  const mustReload =
    text === undefined ||
    (error instanceof ApiError && error.data?.reason === 'consent_text_changed');
  const isWithout = state === 'refused' || state === 'withdrawn';

  const decide = async (given: boolean) => {
    if (!(await send({ body: { purpose, textVersion, given } }))) return;
    if (!given) return onWithout?.();

    start?.onStart();
    onAgreed();
    refresh(viewConsents);
  };

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
          <Button
            kind={onWithout ? 'ghost' : 'primary'}
            busy={isSending}
            onClick={() => void decide(true)}
          >
            {t(start?.text ?? 'consent.agree')}
          </Button>
          <Button
            kind="ghost"
            busy={isBusy}
            onClick={() => (onWithout ? void decide(false) : navigate(exit, { replace: true }))}
          >
            {t(onWithout ? 'consent.without' : 'consent.not_now')}
          </Button>
        </>
      }
    >
      {state === 'outdated' && (
        <Callout tone="due" title={t('consent.changed')} text={t('consent.changed_text')} />
      )}
      {onWithout && isWithout && (
        <Callout title={t('consent.went_without')} text={t('consent.went_without_text')} />
      )}
      {error && <Trouble title={error.message} />}

      <Terms purpose={purpose} text={text} known={state === 'none' ? known : []} />
      {start?.about}
      <Text tone="ink">
        {t(purpose === 'face_check' ? 'consent.without_face_check' : 'consent.required')}
      </Text>
    </Page>
  );
}

/** Shows the terms that the user has not read in an earlier question; folds the rest. */
function Terms({ purpose, text, known }: Pick<PromptProps, 'purpose' | 'known'> & ShownText) {
  const t = useT();
  const { asked, kept, seen, viewers } = useTerms(purpose, text);
  const { seenBy, keptFor } = text;

  // A checkbox in a form explains less than a question does.
  const read = known.map((one) => consentTexts[one]).filter(({ guards }) => guards !== null);

  if (read.length === 0)
    return (
      <>
        <Card>
          <TermList terms={[...asked, kept, seen]} />
        </Card>
        <Version text={text} />
      </>
    );

  const isKeptAsBefore = read.some((one) => one.keptFor === keptFor);
  const others = seenBy.filter(
    (who) => !read.some((one) => (one.seenBy as readonly string[]).includes(who)),
  );

  const more = viewers(others);
  const seenMore = {
    term: t('consent.row_seen_more'),
    text: more.charAt(0).toUpperCase() + more.slice(1),
  };

  return (
    <Card>
      <TermList
        terms={[
          ...asked,
          ...(isKeptAsBefore ? [] : [kept]),
          ...(others.length > 0 ? [seenMore] : []),
        ]}
      />
      <Fold of="text" title={t('consent.means')}>
        <TermList terms={isKeptAsBefore ? [kept, seen] : [seen]} />
        <Version text={text} />
      </Fold>
    </Card>
  );
}

/** The terms of a consent in words, and a function that names who sees the data. */
function useTerms(purpose: ScreenPurpose, text: ShownText['text']) {
  const t = useT();
  const { config } = useAppConfig();
  const { items, seenBy, keptFor } = text;
  const lender = config?.lender.name ?? 'none';

  const viewers = (who: readonly (typeof seenBy)[number][]) =>
    formatList(who.map((one) => t(`consent.seen_${one}`, { lender })));

  return {
    asked: [
      { term: t('consent.row_what'), text: items.map((item) => t(`consent.item_${item}`)) },
      { term: t('consent.row_why'), text: t(`consent.why_${purpose}`) },
    ],
    kept: { term: t('consent.row_kept'), text: t(`consent.kept_${keptFor}`) },
    seen: { term: t('consent.row_seen'), text: viewers(seenBy) },
    viewers,
  };
}

function Version({ text }: ShownText) {
  return (
    <Text size="sm">
      <Rich
        id="consent.version"
        values={{ version: text.textVersion }}
        parts={{ link: (text) => <Link to="/privacy-policy">{text}</Link> }}
      />
    </Text>
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

import { saveConsent } from '@noren/contract/account';
import type { AnswerOf } from '@noren/contract/call';
import { LANGUAGES, type Language } from '@noren/contract/languages';
import type { ConsentRecord, consentHistory } from '@noren/contract/privacy';
import { consentTexts } from '@noren/core/people/consent';
import { findConsentText } from '@noren/core/people/consent-texts';
import { useAppConfig } from '../../api/config.ts';
import { useSend } from '../../api/hooks.tsx';
import { formatMoment } from '../../i18n/format.ts';
import { formatList } from '../../i18n/format-list.ts';
import { type TextId, useT } from '../../i18n/index.ts';
import { turnPushOff, turnPushOn } from '../../pwa/push.ts';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Trouble } from '../../ui/feedback/trouble.tsx';
import { Button, ButtonLink } from '../../ui/layout/button.tsx';
import { TermList } from '../../ui/layout/term-list.tsx';
import { Stack, Text } from '../../ui/layout/text.tsx';
import { Sheet } from '../../ui/overlay/dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { useNotifyHere } from './notify-here.ts';
import { purposeReason } from './purpose-reason.ts';

/** A purpose with the user's decisions about it. */
export type PurposeHistory = AnswerOf<typeof consentHistory>['purposes'][number];

type Props = { shown: PurposeHistory; onClose: () => void; onDecided: () => void };

/**
 * One purpose: its text, the decisions, the effect of a withdrawal, and the buttons to agree or
 * withdraw.
 */
export function ConsentSheet({ shown, onClose, onDecided }: Props) {
  const t = useT();
  const { decide, isSending, error } = useDecision(shown, onDecided);
  const { hindrance, allow } = useNotifyHere();
  const { purpose, state, mayWithdraw, isRequired, records } = shown;
  const isInForce = state === 'given' || state === 'outdated';
  // A consent alone is not enough: the browser must allow notifications too.
  const isByBrowser = purpose === 'notifications';

  const agree = async () => {
    if (!isByBrowser || (await allow())) await decide(true);
  };

  return (
    <Sheet
      open
      title={t(`data.purpose_${purpose}`)}
      onClose={onClose}
      actions={
        <>
          {/* Equal weight, none preselected. Source: `docs/lawful.md`, row 12. */}
          {state !== 'given' && !(isByBrowser && hindrance) && (
            <Button kind="ghost" busy={isSending} onClick={() => void agree()}>
              {t(state === 'none' || state === 'refused' ? 'data.agree' : 'data.agree_again')}
            </Button>
          )}
          <Withdraw shown={shown} isBusy={isSending} onWithdraw={() => void decide(false)} />
          <Button kind="ghost" onClick={onClose}>
            {t(isInForce ? 'data.keep' : 'ui.close')}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        {error && <Trouble title={error.message} />}
        {state === 'outdated' && <Callout title={t('consent.changed')} />}
        {isInForce && !mayWithdraw ? (
          <Callout tone="due" title={t('data.needed')} text={t('data.needed_text')} />
        ) : (
          isInForce && <Callout title={t('data.if_withdrawn')} text={t(`data.after_${purpose}`)} />
        )}
        {isByBrowser && !isInForce && hindrance && <Callout title={t(hindrance)} />}
        {isRequired && mayWithdraw && purpose !== 'privacy_policy' && (
          <Text tone="ink">{t('data.no_new_loan')}</Text>
        )}
        <Terms of={shown} />
        {records.length > 0 && (
          <section>
            <h3>{t('data.history')}</h3>
            {records.map((record) => (
              <Decision key={record.at} record={record} />
            ))}
          </section>
        )}
      </Stack>
    </Sheet>
  );
}

/** The text that the server asks with, or the page's own when it is older. */
const shownText = (purpose: PurposeHistory['purpose'], textVersion: string) =>
  findConsentText(purpose, textVersion) ?? consentTexts[purpose];

/**
 * Records the decision about the text shown here; the server refuses it if the text is no longer in
 * force.
 */
function useDecision({ purpose, textVersion: asked }: PurposeHistory, onDecided: () => void) {
  const t = useT();
  const { send, isSending, error } = useSend(saveConsent);
  const { textVersion } = shownText(purpose, asked);

  const decide = async (given: boolean) => {
    if (!(await send({ body: { purpose, textVersion, given } }))) return;

    toast(
      t(
        purpose === 'notifications'
          ? await followOnPhone(given)
          : given
            ? 'data.agreed'
            : 'data.withdrawn',
      ),
    );

    onDecided();
  };

  return { decide, isSending, error };
}

/**
 * Subscribes or unsubscribes this phone. The server has deleted all subscriptions; messages still
 * in transit are not shown.
 */
async function followOnPhone(given: boolean): Promise<TextId> {
  if (given)
    return (await turnPushOn()) ? 'permission.notifications_on' : 'permission.notifications_failed';
  await turnPushOff();
  return 'data.withdrawn';
}

type WithdrawProps = { shown: PurposeHistory; isBusy: boolean; onWithdraw: () => void };

/** The privacy policy is withdrawn only together with everything else. */
function Withdraw({ shown: { purpose, state, mayWithdraw }, isBusy, onWithdraw }: WithdrawProps) {
  const t = useT();
  if (purpose === 'privacy_policy')
    return (
      (state === 'given' || state === 'outdated') && (
        <ButtonLink kind="ghost" to="/data/erase">
          {t('data.erase')}
        </ButtonLink>
      )
    );

  return (
    mayWithdraw && (
      <Button kind="ghost" busy={isBusy} onClick={onWithdraw}>
        {t('data.withdraw')}
      </Button>
    )
  );
}

function Terms({ of: { purpose, textVersion } }: { of: PurposeHistory }) {
  const t = useT();
  const { config } = useAppConfig();
  const { items, seenBy, keptFor } = shownText(purpose, textVersion);
  const lender = config?.lender.name ?? 'none';

  return (
    <TermList
      terms={[
        { term: t('consent.row_what'), text: items.map((item) => t(`consent.item_${item}`)) },
        { term: t('consent.row_why'), text: t(purposeReason(purpose)) },
        { term: t('consent.row_kept'), text: t(`consent.kept_${keptFor}`) },
        {
          term: t('consent.row_seen'),
          text: formatList(seenBy.map((who) => t(`consent.seen_${who}`, { lender }))),
        },
      ]}
    />
  );
}

/** Time, text version, language and device of a decision. */
function Decision({ record }: { record: ConsentRecord }) {
  const t = useT();
  const { decision, at, withdrawnAt, textVersion, language, isThisDevice } = record;
  const name = language in LANGUAGES ? LANGUAGES[language as Language].name : language;

  return (
    <div>
      <Text tone="ink">{t(`data.record_${decision}`, { at: formatMoment(at) })}</Text>
      {withdrawnAt !== null && (
        <Text tone="ink">{t('data.record_withdrawn', { at: formatMoment(withdrawnAt) })}</Text>
      )}
      <Text size="sm">{t('data.record_text', { version: textVersion, language: name })}</Text>
      {isThisDevice !== null && (
        <Text size="sm">{t(isThisDevice ? 'data.record_here' : 'data.record_elsewhere')}</Text>
      )}
    </div>
  );
}

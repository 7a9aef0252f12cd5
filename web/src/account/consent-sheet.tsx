import { saveConsent } from '@noren/contract/account';
import { LANGUAGES, type Language } from '@noren/contract/languages';
import type { ConsentRecordShown } from '@noren/contract/privacy';
import { consentTexts } from '@noren/core/consent';
import { useAppConfig } from '../api-config.ts';
import { useSend } from '../api-hooks.tsx';
import { formatList, formatMoment } from '../i18n/format.ts';
import { useT } from '../i18n/index.ts';
import { turnPushOff } from '../session-push.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Sheet } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { TermList } from '../ui/term-list.tsx';
import { Stack, Text } from '../ui/text.tsx';
import { toast } from '../ui/toast.tsx';
import { Trouble } from '../ui/trouble.tsx';
import type { PurposeShown } from './consents.tsx';

type Props = { shown: PurposeShown; onClose: () => void; onDecided: () => void };

/** One purpose: its text, what was decided, what follows from withdrawing, and then the way to withdraw. */
export function ConsentSheet({ shown, onClose, onDecided }: Props) {
  const t = useT();
  const { send, isSending, error } = useSend(saveConsent, 'screen');
  const { purpose, state } = shown;
  // Of the text that stands here: a page older than the text in force is refused, not taken to have shown it.
  const { textVersion } = consentTexts[purpose];
  const isStanding = state === 'given' || state === 'outdated';
  const decide = async (given: boolean) => {
    if (!(await send({ body: { purpose, textVersion, given } }))) return;
    // The server has let go of every phone's address; what is on its way to this one is not shown.
    if (purpose === 'notifications' && !given) await turnPushOff();
    toast(t(given ? 'data.agreed' : 'data.withdrawn'));
    onDecided();
  };
  // Withdrawn it is agreed to again as any other; standing it goes with all the rest.
  const goesWithAll = purpose === 'privacy_policy' && isStanding;
  return (
    <Sheet
      open
      title={t(`data.purpose_${purpose}`)}
      onClose={onClose}
      actions={
        <>
          {goesWithAll ? (
            <ButtonLink kind="ghost" to="/data/erase">
              {t('data.erase')}
            </ButtonLink>
          ) : (
            (shown.mayWithdraw || mayAgreeHere(shown)) && (
              <Button kind="ghost" busy={isSending} onClick={() => void decide(!shown.mayWithdraw)}>
                {t(shown.mayWithdraw ? 'data.withdraw' : 'data.agree_again')}
              </Button>
            )
          )}
          <Button kind="ghost" onClick={onClose}>
            {t(isStanding ? 'data.keep' : 'ui.close')}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        {error && <Trouble title={error.message} />}
        {isStanding && !shown.mayWithdraw ? (
          <Notice tone="due" title={t('data.needed')} text={t('data.needed_text')} />
        ) : (
          isStanding && <Notice title={t('data.if_withdrawn')} text={t(`data.after_${purpose}`)} />
        )}
        {shown.isRequired && shown.mayWithdraw && purpose !== 'privacy_policy' && (
          <Text tone="ink">{t('data.no_new_loan')}</Text>
        )}
        <Terms purpose={purpose} />
        <section>
          <h3>{t('data.history')}</h3>
          {shown.records.map((record) => (
            <Decision key={record.at} record={record} />
          ))}
        </section>
      </Stack>
    </Sheet>
  );
}

/** A browser is subscribed where its notifications are switched on: agreeing alone would do nothing. */
function mayAgreeHere({ state, purpose }: PurposeShown): boolean {
  return state !== 'given' && purpose !== 'notifications';
}

function Terms({ purpose }: { purpose: PurposeShown['purpose'] }) {
  const t = useT();
  const { config } = useAppConfig();
  const { items, seenBy, keptFor } = consentTexts[purpose];
  const lender = config?.lender.name ?? 'none';
  const isAskedElsewhere = purpose === 'privacy_policy' || purpose === 'offers';
  const why = isAskedElsewhere ? t(`data.why_${purpose}`) : t(`consent.why_${purpose}`);
  return (
    <TermList
      terms={[
        { term: t('consent.row_what'), text: items.map((item) => t(`consent.item_${item}`)) },
        { term: t('consent.row_why'), text: why },
        { term: t('consent.row_kept'), text: t(`consent.kept_${keptFor}`) },
        { term: t('consent.row_seen'), text: formatList(seenBy.map((who) => t(`consent.seen_${who}`, { lender }))) },
      ]}
    />
  );
}

/** When, to which text, in which language and where it was decided. */
function Decision({ record }: { record: ConsentRecordShown }) {
  const t = useT();
  const { decision, at, withdrawnAt, textVersion, language, isThisDevice } = record;
  const name = language in LANGUAGES ? LANGUAGES[language as Language].name : language;
  return (
    <div>
      <Text tone="ink">{t(`data.record_${decision}`, { at: formatMoment(at) })}</Text>
      {withdrawnAt !== null && <Text tone="ink">{t('data.record_withdrawn', { at: formatMoment(withdrawnAt) })}</Text>}
      <Text size="xs">{t('data.record_text', { version: textVersion, language: name })}</Text>
      {isThisDevice !== null && <Text size="xs">{t(isThisDevice ? 'data.record_here' : 'data.record_elsewhere')}</Text>}
    </div>
  );
}

import { useEffect } from 'react';
import { formatMoment, formatMoney } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { clearDraft, readDraftInMemory } from '../../session/drafts.ts';
import { Acknowledgement, useAcknowledgement } from '../../shared/loan/acknowledgement.tsx';
import { DocumentRow } from '../../shared/loan/document-viewer.tsx';
import { KfsSections } from '../../shared/loan/kfs-sections.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { AmountRow, Card } from '../../ui/layout/card.tsx';
import { Stack, Text } from '../../ui/layout/text.tsx';
import { Modal } from '../../ui/overlay/dialog.tsx';
import { OfferTrouble } from './offer-trouble.tsx';
import { type Offer, type OfferUnderWay, READ } from './use-offer.ts';
import { WhatItCosts } from './what-it-costs.tsx';

/**
 * The key facts statement is valid to the end of a day: shown as 23:59, not as 00:00 of the next.
 */
const A_MINUTE_MS = 60_000;

type Props = { offer: OfferUnderWay; purpose: string; onRetry: () => void };

/** The full Key Facts Statement before the borrower agrees; declining is as easy as accepting. */
export function KeyFacts({ offer, purpose, onRetry }: Props) {
  const { shown } = offer;
  // A new key facts statement needs its own tick.
  return (
    shown && <OpenKeyFacts key={shown.kfs.proposalNo} {...{ offer, purpose, onRetry, shown }} />
  );
}

function OpenKeyFacts({ offer, purpose, onRetry, shown }: Props & { shown: Offer }) {
  const t = useT();
  const word = useAcknowledgement(
    () => readDraftInMemory(READ)['proposalNo'] === shown.kfs.proposalNo,
  );

  useEffect(() => clearDraft(READ), []);

  const { quote, kfs, dependsOnLimit } = shown;

  const accept = () => {
    if (word.isRead) void offer.accept(purpose);
    else word.remind();
  };

  return (
    <Modal
      open
      title={t('kfs.title')}
      onClose={offer.close}
      actions={
        <>
          <Button busy={offer.isApplying} onClick={accept}>
            {t(dependsOnLimit ? 'kfs.accept_early' : 'kfs.accept', {
              amount: formatMoney(quote.netPaise),
            })}
          </Button>
          <Button kind="ghost" disabled={offer.isApplying} onClick={offer.close}>
            {t('kfs.not_now')}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <OfferTrouble trouble={offer.trouble} busy={offer.isRequesting} onRetry={onRetry} />
        {dependsOnLimit && <Callout title={t('loans.early')} text={t('loans.early_text')} />}
        <Text>{t('kfs.lead', { moment: formatMoment(kfs.validUntil - A_MINUTE_MS) })}</Text>
        <Summary quote={quote} />
        <KfsSections kfs={kfs} />
        <Card rows label={t('docs.title')}>
          <DocumentRow documentId={`kfs.${kfs.proposalNo}`} label={t('docs.kfs_pdf')} />
          <DocumentRow documentId={`wording.${kfs.proposalNo}`} label={t('docs.agreement_pdf')} />
        </Card>
        <Text size="sm">
          {t('kfs.stored', { hash: kfs.hash.slice(0, 12), version: kfs.textVersion })}
        </Text>
        <Acknowledgement word={word}>{t('kfs.acknowledge')}</Acknowledgement>
      </Stack>
    </Modal>
  );
}

function Summary({ quote }: { quote: Offer['quote'] }) {
  const t = useT();

  return (
    <Card rows label={t('loans.breakdown')}>
      <AmountRow label={t('loans.net')} value={formatMoney(quote.netPaise)} />
      <WhatItCosts quote={quote} />
    </Card>
  );
}

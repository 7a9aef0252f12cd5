import { useEffect, useState } from 'react';
import { formatMoney } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { clearDraft, readDraft, saveDraft } from '../../session/drafts.ts';
import { HelpButton } from '../../shared/help/help.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { focusField } from '../../ui/form/error-summary.tsx';
import { Button, ButtonLink } from '../../ui/layout/button.tsx';
import { AmountRow, Card, Row } from '../../ui/layout/card.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Figure, Stack } from '../../ui/layout/text.tsx';
import { OutcomeDialog } from './applied.tsx';
import { KeyFacts } from './key-facts.tsx';
import { OfferTrouble } from './offer-trouble.tsx';
import { PurposeField, usePurpose } from './purpose-field.tsx';
import type { Offer } from './use-offer.ts';
import { useReview } from './use-review.ts';
import { WhatItCosts } from './what-it-costs.tsx';

/**
 * The offer made from a reservation: full price, key facts, accepting; leaving is as easy as
 * accepting.
 */
export function ReviewOffer({ repayId }: { repayId: string }) {
  const t = useT();
  const draft = `offer.${repayId}`;
  const [stored] = useState(() => readDraft(draft));
  const review = useReview(repayId, stored['isRead'] === 'yes');

  const purpose = usePurpose(() => ({
    code: stored['purpose'] ?? '',
    name: stored['purposeName'],
  }));
  const [isJudged, setJudged] = useState(false);
  const isOver = review.outcome.kind !== 'none';
  const { offer, isRead } = review;

  useEffect(() => {
    if (isOver) clearDraft(draft);
    else if (purpose.code !== '' || isRead)
      saveDraft(draft, {
        purpose: purpose.code,
        ...(purpose.name && { purposeName: purpose.name }),
        ...(isRead && { isRead: 'yes' }),
      });
  }, [draft, isOver, purpose.code, purpose.name, isRead]);

  const see = () => {
    setJudged(true);
    if (purpose.code === '') focusField('purpose');
    else review.read();
  };

  return (
    <Page
      title={offer?.quote.productName ?? t('loans.your_offer')}
      back="/order"
      right={<HelpButton />}
      footer={offer && <Button onClick={see}>{t('loans.see_key_facts')}</Button>}
    >
      {!review.shown && (
        <OfferTrouble
          trouble={review.trouble}
          // An expired key facts statement can be requested again; an expired offer cannot.
          onRetry={offer && (() => void review.request())}
          busy={review.isRequesting}
        />
      )}
      {offer ? (
        <Stack gap={4}>
          <OfferPrice quote={offer.quote} />
          <PurposeField {...{ purpose, isJudged }} />
          <ButtonLink kind="ghost" to={`/order?id=${repayId}`}>
            {t('loans.leave_offer')}
          </ButtonLink>
        </Stack>
      ) : review.isRequesting ? (
        <Skeleton height={18} />
      ) : (
        <WithoutOffer review={review} />
      )}
      <KeyFacts offer={review} purpose={purpose.code} onRetry={() => void review.request()} />
      <OutcomeDialog outcome={review.outcome} />
    </Page>
  );
}

/** What remains when no offer came: asking again, where that can help, and the orders. */
function WithoutOffer({ review }: { review: ReturnType<typeof useReview> }) {
  const t = useT();

  return (
    <Stack gap={2}>
      {review.trouble.kind === 'message' && (
        <Button kind="ghost" onClick={() => void review.request()}>
          {t('ui.try_again')}
        </Button>
      )}
      <ButtonLink kind="ghost" to="/order">
        {t('loans.see_orders')}
      </ButtonLink>
    </Stack>
  );
}

function OfferPrice({ quote }: { quote: Offer['quote'] }) {
  const t = useT();
  const days = t('loans.days', { days: quote.tenorDays });

  return (
    <>
      <Figure
        label={t('loans.you_reserved')}
        value={formatMoney(quote.principalPaise, 'whole')}
        note={days}
      />
      <Card rows label={t('loans.breakdown')}>
        <AmountRow label={t('loans.net')} value={formatMoney(quote.netPaise)} />
        <Row
          label={t('loans.fee_whole')}
          value={formatMoney(quote.feePaise + quote.feeDiscountPaise)}
        />
        {quote.feeDiscountPaise > 0 && (
          <Row label={t('loans.fee_discount')} value={`−${formatMoney(quote.feeDiscountPaise)}`} />
        )}
        <Row label={t('loans.gst_whole')} value={formatMoney(quote.gstPaise)} />
        <Row label={t('loans.interest_whole', { days })} value={formatMoney(quote.interestPaise)} />
        <WhatItCosts quote={quote} />
      </Card>
    </>
  );
}

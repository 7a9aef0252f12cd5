import type { AutopayState } from '@noren/contract/autopay';
import { useT } from '../../i18n/index.ts';
import { ButtonLink } from '../../ui/layout/button.tsx';
import { Card, RowLink } from '../../ui/layout/card.tsx';
import { Stack } from '../../ui/layout/text.tsx';
import { autopayStateText, type DebitView, DebitWords } from './autopay-words.tsx';

// Loaded by the pages of an order when they have AutoPay to show.

/** How AutoPay stands, or that it may be set up. */
export function AutopayPart({ autopay }: { autopay: AutopayState }) {
  const t = useT();
  const { mandate, debit } = autopay;

  return (
    <Stack gap={2}>
      {debit && <DebitWords debit={debit} />}
      <Card rows>
        <RowLink
          label={t(mandate ? 'autopay.title' : 'autopay.offer')}
          note={t(mandate ? autopayStateText(mandate) : 'autopay.offer_note')}
          to="/autopay"
        />
      </Card>
    </Stack>
  );
}

/** A debit by AutoPay that is coming, with the way to stop it; or why it was not made. */
export function ComingDebit({ debit }: { debit: DebitView }) {
  const t = useT();
  const isStoppable = debit.state === 'planned' || debit.state === 'announced';

  return (
    <DebitWords
      debit={debit}
      action={
        isStoppable && (
          <ButtonLink kind="quiet" to="/autopay">
            {t('autopay.pause_or_end')}
          </ButtonLink>
        )
      }
    />
  );
}

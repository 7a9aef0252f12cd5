import type { AnswerOf } from '@noren/contract/call';
import type { creditInfo } from '@noren/contract/loans';
import { billList } from '@noren/contract/orders';
import { useCall } from '../../api/hooks.tsx';
import { useT } from '../../i18n/index.ts';
import { IconButton } from '../../ui/layout/header.tsx';
import { LimitCard } from '../../ui/layout/limit-card.tsx';
import { Amount, hideAmounts, useHiddenAmounts } from './hidden-amounts.tsx';

/** The limit: free, total, lent and held amounts; and the amount owed today with interest. */
export function LimitPanel({ credit }: { credit: AnswerOf<typeof creditInfo> }) {
  const t = useT();
  const bills = useCall(billList, { query: { borrowType: '0' } });
  const owedToday = bills.data?.details.reduce((sum, bill) => sum + bill.owedPaise, 0);
  const isHidden = useHiddenAmounts();
  const { limitPaise, availablePaise, owedPaise, heldPaise } = credit;
  const share = isHidden || limitPaise === 0 ? 0 : availablePaise / limitPaise;

  return (
    <LimitCard
      label={t('home.available')}
      value={<Amount paise={availablePaise} form="whole" />}
      share={share}
      action={
        <IconButton
          icon="eye"
          label={t(isHidden ? 'home.show_amounts' : 'home.hide_amounts')}
          onClick={() => hideAmounts(!isHidden)}
        />
      }
      left={
        <>
          {t('home.limit')} <Amount paise={limitPaise} form="whole" />
          {owedPaise > 0 && (
            <>
              {' · '}
              {t('home.lent')} <Amount paise={owedPaise} form="whole" />
            </>
          )}
          {heldPaise > 0 && (
            <>
              {' · '}
              {t('home.held')} <Amount paise={heldPaise} form="whole" />
            </>
          )}
        </>
      }
      right={
        owedToday !== undefined && (
          <>
            {t('home.owed_today')} <Amount paise={owedToday} form="whole" />
          </>
        )
      }
    />
  );
}

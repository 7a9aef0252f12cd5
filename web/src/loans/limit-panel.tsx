import type { AnswerOf } from '@noren/contract/call';
import type { creditInfo } from '@noren/contract/loans';
import { useT } from '../i18n/index.ts';
import { IconButton } from '../ui/header.tsx';
import { LimitCard } from '../ui/limit-card.tsx';
import { Amount, hideAmounts, useHiddenAmounts } from './hidden-amounts.tsx';

/** The limit: how much is free, the whole, what is owed and what is held. */
export function LimitPanel({ credit }: { credit: AnswerOf<typeof creditInfo> }) {
  const t = useT();
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
        </>
      }
      right={
        <>
          {t('home.owed')} <Amount paise={owedPaise} form="whole" />
          {heldPaise > 0 && (
            <>
              {' · '}
              {t('home.held')} <Amount paise={heldPaise} form="whole" />
            </>
          )}
        </>
      }
    />
  );
}

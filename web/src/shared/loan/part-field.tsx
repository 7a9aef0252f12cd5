import { readAmount } from '@noren/core/typed/amount';
import { type ReactElement, useState } from 'react';
import { formatMoney } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { focusField } from '../../ui/form/error-summary.tsx';
import { Field } from '../../ui/form/field.tsx';
import { MoneyInput } from '../../ui/form/money-input.tsx';
import { maxPart, wholeUp } from './part-amount.ts';

interface Part {
  readonly amount: number;
  readonly isGood: boolean;
  /** Shows what is wrong with the amount, and whether anything is. */
  readonly judge: () => boolean;
  readonly field: ReactElement;
}

/** The amount of a part payment: whole rupees, from the minimum to below the total. */
export function usePart({
  leastPartPaise,
  totalPaise,
}: {
  readonly leastPartPaise: number;
  readonly totalPaise: number;
}): Part {
  const t = useT();
  const [text, setText] = useState('');
  const [isJudged, setJudged] = useState(false);

  const [least, most] = [wholeUp(leastPartPaise), maxPart(totalPaise)];
  const read = readAmount(text);
  const amount = read.ok ? read.value : 0;
  const isWhole = amount % 100 === 0;
  const isGood = isWhole && amount >= least && amount <= most;

  const words = { least: formatMoney(least, 'whole'), most: formatMoney(most, 'whole') };
  const range = isWhole ? t('repay.part_wrong', words) : t('ui.amount_whole');
  const problem = !read.ok && read.fault === 'format' ? t('ui.amount_format') : range;

  return {
    amount,
    isGood,
    judge: () => {
      setJudged(true);
      if (!isGood) focusField('part');
      return isGood;
    },
    field: (
      <Field
        id="part"
        label={t('repay.part_amount')}
        hint={t('repay.part_hint', words)}
        error={isJudged && !isGood ? problem : undefined}
      >
        <MoneyInput large value={text} onChange={setText} onBlur={() => setJudged(text !== '')} />
      </Field>
    ),
  };
}

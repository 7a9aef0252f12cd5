import type { AnswerOf } from '@noren/contract/call';
import type { repayDetail } from '@noren/contract/repayment';
import { formatDay, formatMoney } from '../../i18n/format.ts';
import { type Translate, useT } from '../../i18n/index.ts';
import { mayPayPart } from '../../shared/loan/part-amount.ts';
import { Field } from '../../ui/form/field.tsx';
import { type CardOption, RadioCards } from '../../ui/form/radio-cards.tsx';

type Detail = AnswerOf<typeof repayDetail>;
/** What is paid: the loan, a part of it, the price of so many more days, or the return. */
export type Way = 'full' | 'part' | 'return' | `extend-${number}`;

type Props = { detail: Detail; way: Way; onChoose: (way: Way) => void };

/** What may be paid today, with its price. */
export function Ways({ detail, way, onChoose }: Props) {
  const t = useT();
  const { extension } = detail;

  return (
    <Field
      group
      label={t('repay.ways')}
      hint={
        extension?.isOpen &&
        t('extension.open', { to: formatDay(extension.closesOn), times: extension.timesLeft })
      }
    >
      <RadioCards options={listWays(detail, t)} value={way} onChange={onChoose} />
    </Field>
  );
}

function listWays(detail: Detail, t: Translate): CardOption<Way>[] {
  const { coolingOff } = detail;
  const ways: CardOption<Way>[] = [
    { value: 'full', label: t('repay.full'), note: t('repay.full_note') },
  ];

  if (mayPayPart(detail)) {
    const least = formatMoney(detail.leastPartPaise, 'whole');
    ways.push({ value: 'part', label: t('repay.part'), note: t('repay.part_note', { least }) });
  }

  ways.push(...listExtensions(detail, t));

  if (coolingOff) {
    const less = Math.max(detail.totalPaise - coolingOff.totalPaise, 0);
    const note = t(less > 0 ? 'repay.return_note_less' : 'repay.return_note_same', {
      day: formatDay(coolingOff.lastDay),
      amount: formatMoney(coolingOff.totalPaise),
      less: formatMoney(less),
    });

    ways.push({ value: 'return', label: t('repay.return'), note });
  }

  return ways;
}

/** The numbers of days by which the due date can be moved; outside the window, when it can be. */
function listExtensions({ extension, overdueDays }: Detail, t: Translate): CardOption<Way>[] {
  if (!extension) return [];

  const times = extension.timesLeft;
  const window = { from: formatDay(extension.opensOn), to: formatDay(extension.closesOn), times };

  if (!extension.isOpen)
    return [
      {
        value: 'extend-0',
        label: t('extension.title'),
        note: t('extension.closed', window),
        disabled: true,
      },
    ];

  return extension.choices.map(({ days, newDueDay, payNowPaise, payThenPaise, costPaise }) => ({
    value: `extend-${days}`,
    label: t('extension.by_days', { days }),
    note: (
      <>
        {t('extension.prices', {
          now: formatMoney(payNowPaise),
          later: formatMoney(payThenPaise),
          day: formatDay(newDueDay),
        })}
        <br />
        {t(overdueDays > 0 ? 'extension.more_today' : 'extension.more', {
          cost: formatMoney(costPaise),
        })}
      </>
    ),
  }));
}

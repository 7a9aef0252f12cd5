import type { AnswerOf } from '@noren/contract/call';
import type { repayDetail } from '@noren/contract/repayment';
import { formatDay, formatMoney } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { Card, RowLink } from '../../ui/layout/card.tsx';
import { lazyWithPreload } from '../../ui/routing/lazy-with-preload.tsx';
import { mayPayPart } from './part-amount.ts';
import type { RequestedPayment } from './use-pay.ts';

const ExtensionSheet = lazyWithPreload(async () => (await import('./extension-sheet.tsx')).ExtensionSheet);
const PartSheet = lazyWithPreload(async () => (await import('./part-sheet.tsx')).PartSheet);
const ReturnSheet = lazyWithPreload(async () => (await import('./return-sheet.tsx')).ReturnSheet);

type Detail = AnswerOf<typeof repayDetail>;
/** The alternatives to a full repayment. */
export type Way = 'part' | 'extend' | 'return';

/** The alternatives to a full repayment with their cost; those not available now are hidden. */
export function OtherWays({ detail, onOpen }: { detail: Detail; onOpen: (way: Way) => void }) {
  const t = useT();
  const { repayId, extension, coolingOff, openIntent, totalPaise } = detail;
  // No alternative is offered while a payment is being checked.
  if (totalPaise === 0) return null;
  const lessThanFull = coolingOff ? Math.max(totalPaise - coolingOff.totalPaise, 0) : 0;
  const isFree = openIntent?.state !== 'checking';
  return (
    <Card rows label={t('repay.other_ways')}>
      {isFree && coolingOff && (
        <RowLink
          label={t('repay.return')}
          note={t(lessThanFull > 0 ? 'repay.return_note_less' : 'repay.return_note_same', {
            day: formatDay(coolingOff.lastDay),
            amount: formatMoney(coolingOff.totalPaise),
            less: formatMoney(lessThanFull),
          })}
          onClick={() => onOpen('return')}
        />
      )}
      {isFree && mayPayPart(detail) && (
        <RowLink
          label={t('repay.part')}
          note={t('repay.part_note', { least: formatMoney(detail.leastPartPaise, 'whole') })}
          onClick={() => onOpen('part')}
        />
      )}
      {isFree && extension && (
        <RowLink
          label={t('extension.title')}
          note={t(extension.isOpen ? 'extension.note_open' : 'extension.note_closed', {
            from: formatDay(extension.opensOn),
            to: formatDay(extension.closesOn),
          })}
          onClick={() => onOpen('extend')}
        />
      )}
      <RowLink label={t('proof.not_shown')} note={t('proof.not_shown_note')} to={`/upload-voucher?id=${repayId}`} />
    </Card>
  );
}

type SheetProps = {
  way: Way | null;
  detail: Detail;
  onPay: (requested: RequestedPayment) => void;
  onClose: () => void;
};

/** The sheet of an alternative; its amount is then paid like any payment. */
export function WaySheet({ way, detail, onPay, onClose }: SheetProps) {
  const { repayId } = detail;
  const pay = (requested: Omit<RequestedPayment, 'repayId'>) => {
    onClose();
    onPay({ repayId, ...requested });
  };
  switch (way) {
    case null:
      return null;
    case 'part':
      return (
        <PartSheet
          {...{ detail, onClose }}
          onPay={(amountPaise) => pay({ kind: 'part', amountPaise, shownPaise: amountPaise })}
        />
      );
    case 'extend':
      return (
        <ExtensionSheet
          {...{ detail, onClose }}
          onPay={({ addendumNo, payNowPaise }) => pay({ kind: 'extension', addendumNo, shownPaise: payNowPaise })}
        />
      );
    case 'return':
      return (
        detail.coolingOff && (
          <ReturnSheet
            {...{ detail, onClose }}
            cooling={detail.coolingOff}
            onPay={(shownPaise) => pay({ kind: 'return', shownPaise })}
          />
        )
      );
    default: {
      const missing: never = way;
      throw new RangeError(`unknown way: ${missing}`);
    }
  }
}

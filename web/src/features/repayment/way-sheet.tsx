import type { AnswerOf } from '@noren/contract/call';
import type { repayDetail } from '@noren/contract/repayment';
import { lazyWithPreload } from '../../ui/routing/lazy-with-preload.tsx';
import type { RequestedPayment } from './use-pay.ts';
import type { Way } from './ways.tsx';

const ExtensionSheet = lazyWithPreload(
  async () => (await import('./extension-sheet.tsx')).ExtensionSheet,
);

const PartSheet = lazyWithPreload(async () => (await import('./part-sheet.tsx')).PartSheet);
const ReturnSheet = lazyWithPreload(async () => (await import('./return-sheet.tsx')).ReturnSheet);

type Detail = AnswerOf<typeof repayDetail>;

type SheetProps = {
  way: Way | null;
  detail: Detail;
  onPay: (payment: RequestedPayment) => void;
  onClose: () => void;
};

/**
 * The sheet in which the borrower decides on a part payment, an extension or a return. The amount is
 * then paid like any other payment.
 */
export function WaySheet({ way, detail, onPay, onClose }: SheetProps) {
  const { repayId } = detail;

  const pay = (payment: Omit<RequestedPayment, 'repayId'>) => {
    onClose();
    onPay({ repayId, ...payment });
  };

  switch (way) {
    case null:
    case 'full':
      return null;
    case 'part':
      return (
        <PartSheet
          {...{ detail, onClose }}
          onPay={(amountPaise) => pay({ kind: 'part', amountPaise, shownPaise: amountPaise })}
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
    default:
      return (
        <ExtensionSheet
          {...{ repayId, onClose }}
          days={Number(way.slice('extend-'.length))}
          onPay={({ addendumNo, payNowPaise }) =>
            pay({ kind: 'extension', addendumNo, shownPaise: payNowPaise })
          }
        />
      );
  }
}

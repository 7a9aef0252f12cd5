import {
  type Guidance,
  GuideDialog,
  GuideDone,
  RetainDialog,
} from '../shared/loan/guide-dialogs.tsx';
import { Callout } from '../ui/feedback/callout.tsx';

/** The loan guide's dialogs, by the text of their buttons. */
export const GUIDES = [
  'Loan guide',
  'Loan guide without a coupon',
  'Loan guide, sending',
  'Loan guide, not sent',
  'Retain',
  'Loan guide, done',
  'Loan guide, done and reserved',
] as const;

const guidance: Guidance = {
  guidanceId: 'g1',
  limitNowPaise: 2_000_000,
  requestedLimitPaise: 2_500_000,
  coupon: { couponId: 'c1', amountPaise: 10_000 },
  products: [
    {
      productCode: 'N30',
      productIcon: 'days-30',
      productName: 'Noren 30',
      productAmount: 1_600_000,
    },
    { productCode: 'N15', productIcon: 'days-15', productName: 'Noren 15', productAmount: 900_000 },
    {
      productCode: 'NEW',
      productIcon: 'not known yet',
      productName: 'A product of tomorrow',
      productAmount: 100_000,
    },
  ],
  applyTotalAmount: 2_600_000,
  expiresAt: 1_795_000_000_000,
  isNew: true,
  isRegular: true,
};

/** The dialog whose button was pressed. */
export function GuideDialogs({ open, close }: { open: string | null; close: () => void }) {
  const isGuide = open?.startsWith('Loan guide') && !open.includes('done');

  return (
    <>
      {isGuide && (
        <GuideDialog
          guidance={
            open === 'Loan guide without a coupon' ? { ...guidance, coupon: null } : guidance
          }
          isSending={open === 'Loan guide, sending'}
          trouble={
            open === 'Loan guide, not sent' && (
              <Callout tone="due" title="Please check your connection." />
            )
          }
          onApply={close}
          onCancel={close}
          onLater={close}
        />
      )}
      {open === 'Retain' && (
        <RetainDialog
          guidance={guidance}
          isSending={false}
          trouble={null}
          onApply={close}
          onGiveUp={close}
          onLater={close}
        />
      )}
      <GuideDone
        open={open?.startsWith('Loan guide, done') ?? false}
        limit={guidance.requestedLimitPaise}
        isReserved={open === 'Loan guide, done and reserved'}
        onSeen={close}
      />
    </>
  );
}

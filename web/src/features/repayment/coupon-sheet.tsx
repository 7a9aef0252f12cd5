import type { AnswerOf } from '@noren/contract/call';
import type { repayDetail } from '@noren/contract/repayment';
import { formatDay, formatMoney } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { OptionList } from '../../ui/form/option-list.tsx';
import { Row, RowLink } from '../../ui/layout/card.tsx';
import { Stack, Text } from '../../ui/layout/text.tsx';
import { Sheet } from '../../ui/overlay/dialog.tsx';

type Detail = AnswerOf<typeof repayDetail>;

type RowProps = { detail: Detail; chosen: string | null; onOpen: () => void };

/** The coupon of a repayment: used, chosen, available, or none. None is preselected. */
export function CouponRow({ detail, chosen, onOpen }: RowProps) {
  const t = useT();
  const { coupon, coupons, openIntent } = detail;
  const label = t('repay.coupon');
  if (coupon?.isUsed) return <Row label={label} value={`−${formatMoney(coupon.discountPaise)}`} />;
  // The coupon of a payment in progress can no longer be changed.
  if (coupons.length === 0 || openIntent?.state === 'checking')
    return <Row label={label} value={t('repay.none')} />;

  const note = coupon
    ? t('repay.coupon_takes', { amount: formatMoney(coupon.discountPaise) })
    : t('repay.coupons_usable', { count: coupons.length });

  return (
    <RowLink
      label={label}
      note={note}
      aside={t(chosen ? 'coupon.change' : 'coupon.choose')}
      onClick={onOpen}
    />
  );
}

type Props = {
  detail: Detail;
  chosen: string | null;
  onChoose: (couponId: string | null) => void;
  onClose: () => void;
};

const NONE = 'none';

/** The coupons for a full repayment, each with its discount today. */
export function CouponSheet({ detail, chosen, onChoose, onClose }: Props) {
  const t = useT();
  const options = detail.coupons.map(({ couponId, kind, discountPaise, expiresOn }) => ({
    value: couponId,
    label: t(`repay.coupon_${kind}`, { amount: formatMoney(discountPaise) }),
    note: t('coupon.until', { day: formatDay(expiresOn) }),
  }));

  return (
    <Sheet open title={t('coupon.choose_title')} onClose={onClose}>
      <Stack gap={3}>
        <Text>{t('repay.coupon_text')}</Text>
        <OptionList
          label={t('coupon.choose_title')}
          options={[...options, { value: NONE, label: t('coupon.without') }]}
          value={chosen ?? ''}
          onChoose={({ value }) => onChoose(value === NONE ? null : value)}
        />
      </Stack>
    </Sheet>
  );
}

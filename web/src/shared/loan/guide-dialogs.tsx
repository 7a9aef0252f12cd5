import type { AnswerOf } from '@noren/contract/call';
import type { guidanceMsg } from '@noren/contract/preorder';
import type { ReactNode } from 'react';
import { formatMoment, formatMoney } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { SuccessDialog } from '../../ui/feedback/success-dialog.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { Icon } from '../../ui/layout/icon.tsx';
import { Figure, Stack, Text } from '../../ui/layout/text.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import ticket from './coupon-ticket.module.css';
import style from './guide-dialogs.module.css';

/** The data of the loan guide. */
export type Guidance = NonNullable<AnswerOf<typeof guidanceMsg>['guidance']>;

const whole = (paise: number) => formatMoney(paise, 'whole');

type GuideProps = {
  guidance: Guidance;
  isSending: boolean;
  /** Why asking did not work. */
  trouble: ReactNode;
  onApply: () => void;
  onCancel: () => void;
  /** Neither: it is there again on Home. */
  onLater: () => void;
};

/**
 * The loan guide: the offered limit, the coupon, and the loans it would reserve. Source:
 * specification §2.
 */
export function GuideDialog({
  guidance,
  isSending,
  trouble,
  onApply,
  onCancel,
  onLater,
}: GuideProps) {
  const t = useT();
  const { limitNowPaise, requestedLimitPaise, coupon, products, expiresAt } = guidance;

  return (
    <Dialog
      open
      title={t('guide.title')}
      onClose={onLater}
      actions={
        <>
          <Button busy={isSending} onClick={onApply}>
            {t('guide.apply')}
          </Button>
          <Button kind="ghost" disabled={isSending} onClick={onCancel}>
            {t('guide.cancel')}
          </Button>
        </>
      }
    >
      <Alert>{trouble}</Alert>
      <Stack gap={4}>
        <div>
          <Text>{t('guide.request')}</Text>
          <LimitChange now={whole(limitNowPaise)} limit={whole(requestedLimitPaise)} />
          <Text>{t('guide.now')}</Text>
        </div>
        {coupon && (
          <p className={ticket.ticket}>
            <span>
              {t('coupon.for_you')}{' '}
              <b>
                {t('coupon.amount', {
                  amount: whole(coupon.amountPaise),
                  off: t('coupon.off_fee'),
                })}
              </b>
            </span>
          </p>
        )}
        <Stack gap={2}>
          <Text tone="ink">{t('guide.loans')}</Text>
          <Stack gap={2} as="ul">
            {products.map((product) => (
              <GuideProduct key={product.productCode} product={product} />
            ))}
          </Stack>
        </Stack>
        <Text>{t('guide.means')}</Text>
        <Text size="sm">{t('guide.until', { moment: formatMoment(expiresAt) })}</Text>
      </Stack>
    </Dialog>
  );
}

/** The limit now and the higher one; screen readers get words for the arrow. */
function LimitChange({ now, limit }: { now: string; limit: string }) {
  const t = useT();

  return (
    <p className={style.limit}>
      <span className="visually-hidden">{t('guide.from_to', { now, limit })}</span>
      <span aria-hidden="true">
        <span className={style.before}>{now} →</span> {limit}
      </span>
    </p>
  );
}

/** Announced to screen readers when it appears; takes no space before. */
function Alert({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className={style.alert}>
      {children}
    </div>
  );
}

function GuideProduct({ product }: { product: Guidance['products'][number] }) {
  return (
    <li className={style.product}>
      <ProductIcon name={product.productIcon} />
      <span className={style.name}>{product.productName}</span>
      <span className={style.amount}>{whole(product.productAmount)}</span>
    </li>
  );
}

/**
 * `days-30` is a calendar leaf with its number; a name this version does not know yet, a plain
 * leaf.
 */
function ProductIcon({ name }: { name: string }) {
  const days = /^days-(\d{1,3})$/.exec(name)?.[1];
  return (
    <span className={style.icon} aria-hidden="true">
      {days ?? <Icon name="calendar" size={20} />}
    </span>
  );
}

type RetainProps = {
  guidance: Guidance;
  isSending: boolean;
  trouble: ReactNode;
  onApply: () => void;
  onGiveUp: () => void;
  onLater: () => void;
};

/**
 * Asked at each Cancel, in the specification's words, with what would be lost; both answers weigh
 * the same. Source: specification §2; `docs/lawful.md`, row 12.
 */
export function RetainDialog({
  guidance,
  isSending,
  trouble,
  onApply,
  onGiveUp,
  onLater,
}: RetainProps) {
  const t = useT();
  const { limitNowPaise, requestedLimitPaise, coupon, isRegular } = guidance;

  return (
    <Dialog
      open
      title={t('guide.retain_title')}
      onClose={onLater}
      actions={
        <>
          <Button kind="ghost" disabled={isSending} onClick={onApply}>
            {t('guide.apply')}
          </Button>
          <Button kind="ghost" disabled={isSending} onClick={onGiveUp}>
            {t('guide.give_up')}
          </Button>
        </>
      }
    >
      <Alert>{trouble}</Alert>
      <Stack gap={2}>
        <Text>
          {t('guide.tip_tenure')} {isRegular && t('guide.tip_regular')}
        </Text>
        <Text tone="ink">
          {t('guide.lose', { limit: whole(requestedLimitPaise), now: whole(limitNowPaise) })}
        </Text>
        <Text>
          {t('guide.tip_keep')} {coupon && t('guide.tip_coupon')}
        </Text>
      </Stack>
    </Dialog>
  );
}

type DoneProps = { open: boolean; limit: number; isReserved: boolean; onSeen: () => void };

/** The request is in; on to the orders. */
export function GuideDone({ open, limit, isReserved, onSeen }: DoneProps) {
  const t = useT();

  return (
    <SuccessDialog
      open={open}
      title={t('guide.done')}
      action={t('guide.see_orders')}
      onAction={onSeen}
    >
      <Figure label={t('guide.done_limit')} value={whole(limit)} />
      <p>{t(isReserved ? 'guide.done_reserved' : 'guide.done_offered')}</p>
    </SuccessDialog>
  );
}

import { CODES } from '@noren/contract/codes';
import { ApiError } from '../../api/api.ts';
import { useT } from '../../i18n/index.ts';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { ButtonLink } from '../../ui/layout/button.tsx';

type NothingToPayProps = { icon?: 'check' | 'order'; title: string; text: string };

/** Says why there is nothing to pay, and links to the orders. */
export function NothingToPay({ icon = 'order', title, text }: NothingToPayProps) {
  const t = useT();

  return (
    <EmptyState
      icon={icon}
      title={title}
      text={text}
      action={
        <ButtonLink kind="ghost" to="/order">
          {t('repay.to_orders')}
        </ButtonLink>
      }
    />
  );
}

/** Shown when the address names no order of this user. A retry would not help. */
export function UnknownOrder() {
  const t = useT();
  return <NothingToPay title={t('repay.unknown')} text={t('repay.unknown_text')} />;
}

export const isUnknownOrder = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === CODES.notFound || error.code === CODES.invalidInput);

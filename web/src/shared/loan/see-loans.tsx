import { useT } from '../../i18n/index.ts';
import { ButtonLink } from '../../ui/layout/button.tsx';

/** Leads from an empty list to the loans. */
export function SeeLoans() {
  const t = useT();
  return (
    <ButtonLink kind="ghost" to="/home">
      {t('orders.see_loans')}
    </ButtonLink>
  );
}

import { useT } from '../../i18n/index.ts';
import { SuccessDialog } from '../../ui/feedback/success-dialog.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { useNavigate } from '../../ui/routing/router.tsx';
import type { Outcome } from './use-offer.ts';

/** What became of an application, and the way on. */
export function OutcomeDialog({ outcome }: { outcome: Outcome }) {
  const t = useT();
  const navigate = useNavigate();
  const on = (to: string) => () => navigate(to, { replace: true });
  switch (outcome.kind) {
    case 'none':
      return null;
    case 'applied':
      return <Told id="applied" action={t('loans.see_order')} onAction={on('/order')} />;
    case 'kept':
      return <Told id="kept" action={t('loans.to_home')} onAction={on('/home')} />;
    case 'declined':
      return (
        <Dialog
          open
          title={t('loans.declined')}
          onClose={on(`/order?id=${outcome.repayId}`)}
          actions={<Button onClick={on(`/order?id=${outcome.repayId}`)}>{t('loans.see_reasons')}</Button>}
        >
          {t('loans.declined_text')}
        </Dialog>
      );
    default: {
      const missing: never = outcome;
      throw new RangeError(`unknown outcome: ${missing}`);
    }
  }
}

function Told({ id, ...rest }: { id: 'applied' | 'kept'; action: string; onAction: () => void }) {
  const t = useT();
  return <SuccessDialog open title={t(`loans.${id}`)} text={t(`loans.${id}_text`)} {...rest} />;
}

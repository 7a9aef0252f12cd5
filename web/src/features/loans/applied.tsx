import { useAppConfig } from '../../api/config.ts';
import { formatMoney } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { postponePrompt } from '../../session/prompt-history.ts';
import { SuccessDialog } from '../../ui/feedback/success-dialog.tsx';
import { Button, ButtonLink } from '../../ui/layout/button.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { useNavigate } from '../../ui/routing/router.tsx';
import type { Outcome } from './use-offer.ts';

/** The result of an application, with a link to the next screen. */
export function OutcomeDialog({ outcome }: { outcome: Outcome }) {
  const t = useT();
  const navigate = useNavigate();
  const { config } = useAppConfig();
  const on = (to: string) => () => navigate(to, { replace: true });

  switch (outcome.kind) {
    case 'none':
      return null;
    case 'applied':
      return (
        <SuccessDialog
          open
          title={t('loans.applied')}
          action={t('loans.see_order')}
          onAction={() => {
            postponePrompt('notifications');
            navigate('/order', { replace: true });
          }}
        >
          {outcome.accountLast4 !== null && (
            <p>{t('loans.applied_to', toWords(outcome.netPaise, outcome.accountLast4))}</p>
          )}
          <p>{t('loans.applied_text')}</p>
          {config?.hasAutopay && (
            <ButtonLink kind="ghost" to="/autopay" replace>
              {t('autopay.offer')}
            </ButtonLink>
          )}
        </SuccessDialog>
      );
    case 'pending':
      return (
        <SuccessDialog
          open
          title={t('loans.kept')}
          action={t('loans.to_home')}
          onAction={on('/home')}
        >
          <p>{t('loans.kept_text')}</p>
        </SuccessDialog>
      );
    case 'declined':
      return (
        <Dialog
          open
          title={t('loans.declined')}
          onClose={on(`/order?id=${outcome.repayId}`)}
          actions={
            <Button onClick={on(`/order?id=${outcome.repayId}`)}>{t('loans.see_reasons')}</Button>
          }
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

const toWords = (netPaise: number, last4: string) => ({ amount: formatMoney(netPaise), last4 });

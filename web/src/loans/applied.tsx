import { useNavigate } from 'react-router';
import { useT } from '../i18n/index.ts';
import { SuccessDialog } from '../ui/success-dialog.tsx';

/** The application is in; on to the orders. */
export function Applied({ open }: { open: boolean }) {
  const t = useT();
  const navigate = useNavigate();
  return (
    <SuccessDialog
      open={open}
      title={t('loans.applied')}
      text={t('loans.applied_text')}
      action={t('loans.see_order')}
      onAction={() => navigate('/order', { replace: true })}
    />
  );
}

/** Accepted early: nothing is sent before the limit is known. */
export function Kept({ open }: { open: boolean }) {
  const t = useT();
  const navigate = useNavigate();
  return (
    <SuccessDialog
      open={open}
      title={t('loans.kept')}
      text={t('loans.kept_text')}
      action={t('loans.to_home')}
      onAction={() => navigate('/home', { replace: true })}
    />
  );
}

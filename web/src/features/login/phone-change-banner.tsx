import { DataProvider } from '../../api/hooks.tsx';
import { formatMoment } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Button, ButtonLink } from '../../ui/layout/button.tsx';
import { useStopPhoneChange } from './phone-change-stop.ts';

/** Above every screen while another number waits to sign in: the owner stops it in one tap. */
export function PhoneChangeBanner({ dueAt }: { dueAt: number }) {
  return (
    <DataProvider>
      <Stoppable dueAt={dueAt} />
    </DataProvider>
  );
}

function Stoppable({ dueAt }: { dueAt: number }) {
  const t = useT();
  const { stop, isSending } = useStopPhoneChange();

  return (
    <div role="status">
      <Callout
        tone="due"
        title={t('phone.waiting', { at: formatMoment(dueAt) })}
        text={t('phone.banner_text')}
        action={
          <>
            <Button kind="quiet" busy={isSending} onClick={() => void stop()}>
              {t('phone.stop')}
            </Button>
            <ButtonLink kind="quiet" to="/phone-number">
              {t('phone.see')}
            </ButtonLink>
          </>
        }
      />
    </div>
  );
}

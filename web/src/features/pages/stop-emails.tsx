import { stopEmails, viewEmail } from '@noren/contract/email';
import { useState } from 'react';
import { markStale, useSend } from '../../api/hooks.tsx';
import { useT } from '../../i18n/index.ts';
import { Callout } from '../../ui/feedback/callout.tsx';
import { LanguageSwitch } from '../../ui/form/language-switch.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { useSearchParams } from '../../ui/routing/router.tsx';

/** Where the link of a mail leads: its reader, who need not be the borrower, ends e-mails. */
export function StopEmails() {
  const t = useT();
  const [search] = useSearchParams();
  const { send, isSending } = useSend(stopEmails);
  const [isDone, setDone] = useState(false);

  const stop = async () => {
    if (!(await send({ body: { token: search.get('token') ?? '' } }))) return;

    setDone(true);
    // The reader may be the borrower, signed in here.
    markStale(viewEmail);
  };

  return (
    <Page
      title={t('email.stop_title')}
      heading="large"
      lead={isDone ? undefined : t('email.stop_lead')}
      back={false}
      right={<LanguageSwitch />}
      footer={
        !isDone && (
          <Button busy={isSending} onClick={() => void stop()}>
            {t('email.stop')}
          </Button>
        )
      }
    >
      {isDone && (
        <div role="status">
          <Callout tone="good" title={t('email.stop_done')} />
        </div>
      )}
    </Page>
  );
}

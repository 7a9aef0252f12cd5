import { useRef } from 'react';
import { useAttempt } from '../../api/use-attempt.ts';
import { useT } from '../../i18n/index.ts';
import { HelpButton } from '../../shared/help/help.tsx';
import { signWithPasskey, type WebAuthnJson } from '../../shared/passkey/passkey.ts';
import { Trouble } from '../../ui/feedback/trouble.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Text } from '../../ui/layout/text.tsx';
import { checkPasskey, readPasskeyOptions } from './confirm-calls.ts';

type Props = {
  options: WebAuthnJson;
  onDone: () => void;
  onChooseCode: () => void;
  onBeforeBack: () => false;
};

/** Confirms by a passkey of this phone, in place of the code, which stays a tap away. */
export function ConfirmByPasskey({ options, onDone, onChooseCode, onBeforeBack }: Props) {
  const t = useT();
  const { isBusy, error, attempt, showError } = useAttempt();
  // What was signed once is used up, whatever came of it.
  const unused = useRef<WebAuthnJson | null>(options);

  const confirm = () =>
    attempt(async () => {
      const asked = unused.current ?? (await readPasskeyOptions());
      if (!asked) return onChooseCode();

      unused.current = asked;

      const assertion = await signWithPasskey(asked);
      if (!assertion) return showError(t('confirm.passkey_stopped'));

      unused.current = null;
      await checkPasskey(assertion);
      onDone();
    });

  return (
    <Page
      title={t('confirm.title')}
      heading="large"
      lead={t('confirm.passkey_lead')}
      onBeforeBack={onBeforeBack}
      right={<HelpButton />}
      footer={
        <>
          <Button busy={isBusy} onClick={() => void confirm()}>
            {t('confirm.passkey')}
          </Button>
          <Button kind="ghost" onClick={onChooseCode}>
            {t('confirm.passkey_not')}
          </Button>
        </>
      }
    >
      {error && <Trouble title={error} />}
      <Text>{t('confirm.passkey_why')}</Text>
    </Page>
  );
}

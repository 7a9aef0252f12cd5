import { checkPhone } from '@noren/core/typed/phone';
import { type FormEvent, startTransition, useEffect, useId, useState } from 'react';
import { type TextId, useT } from '../../i18n/index.ts';
import { Rich } from '../../i18n/rich.tsx';
import { LanguageOffer } from '../../shared/navigation/language-offer.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Field } from '../../ui/form/field.tsx';
import { LanguageSwitch } from '../../ui/form/language-switch.tsx';
import { PhoneInput } from '../../ui/form/phone-input.tsx';
import { Button, ButtonLink } from '../../ui/layout/button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Text } from '../../ui/layout/text.tsx';
import { Link } from '../../ui/routing/router.tsx';

type Props = {
  phone: string;
  onChange: (phone: string) => void;
  onSubmit: (phone: string) => void;
  isSending: boolean;
  /** Why no code was sent. */
  error: string | undefined;
  /** A callout above the form. */
  callout: TextId | undefined;
};

/** The first step: the phone number, with its use explained before it is sent. */
export function PhoneView({ phone, onChange, onSubmit, isSending, error, callout }: Props) {
  const t = useT();
  const form = useId();
  const [isJudged, setJudged] = useState(false);

  useEffect(() => document.getElementById('phone')?.focus({ preventScroll: true }), []);

  const checked = checkPhone(phone);
  const fault = !isJudged || checked.ok ? undefined : t(`login.phone_${checked.fault}`);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    startTransition(() => setJudged(true));
    if (checked.ok) onSubmit(checked.value);
    else document.getElementById('phone')?.focus();
  };

  return (
    <Page
      title={t('login.title')}
      heading="large"
      lead={t('login.lead')}
      back="/noren"
      right={<LanguageSwitch />}
      footer={
        <Button type="submit" form={form} busy={isSending}>
          {t('login.send_code')}
        </Button>
      }
    >
      <LanguageOffer />
      {callout && (
        <div role="status">
          <Callout
            tone="due"
            title={t(callout)}
            text={t(
              callout === 'login.link_papers'
                ? 'login.link_papers_sign_in'
                : 'login.link_by_code_text',
            )}
          />
        </div>
      )}
      <form id={form} noValidate onSubmit={submit}>
        <Field id="phone" label={t('login.phone_label')} error={fault ?? error}>
          <PhoneInput
            autoComplete="tel-national"
            enterKeyHint="send"
            value={phone}
            onChange={onChange}
            onBlur={() => phone !== '' && setJudged(true)}
          />
        </Field>
      </form>
      <ButtonLink kind="quiet" to="/lost-phone">
        {t('login.lost_phone')}
      </ButtonLink>
      <Text>
        <Rich
          id="login.privacy_text"
          parts={{ link: (text) => <Link to="/privacy-policy">{text}</Link> }}
        />
      </Text>
    </Page>
  );
}

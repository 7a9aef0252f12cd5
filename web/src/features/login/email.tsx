import type { AnswerOf } from '@noren/contract/call';
import { CODES } from '@noren/contract/codes';
import {
  confirmEmail,
  type EmailView,
  removeEmail,
  sendEmailCode,
  viewEmail,
} from '@noren/contract/email';
import { EMAIL_CODE } from '@noren/core/people/email';
import { useState } from 'react';
import { ApiError } from '../../api/api.ts';
import { useAppConfig } from '../../api/config.ts';
import { refresh, useCall, useSend } from '../../api/hooks.tsx';
import { formatMoment } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { Rich } from '../../i18n/rich.tsx';
import { AccountPage } from '../../shared/navigation/account-page.tsx';
import { Callout, Chip } from '../../ui/feedback/callout.tsx';
import { NotLoaded } from '../../ui/feedback/states.tsx';
import { Button, ButtonLink } from '../../ui/layout/button.tsx';
import { Card, Row, RowLink } from '../../ui/layout/card.tsx';
import { Text } from '../../ui/layout/text.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { Navigate } from '../../ui/routing/router.tsx';
import { CodeForm } from './code-form.tsx';
import style from './login.module.css';

/** The user's e-mail address: confirmed by a code that arrives there, and ended. */
export function EmailScreen() {
  const t = useT();
  const { config } = useAppConfig();
  const isSent = config?.sendsEmail !== false;
  const call = useCall(viewEmail, { isOn: isSent });
  const { data } = call;
  if (!isSent) return <Navigate to="/user" replace />;

  if (!data)
    return (
      <AccountPage title={t('email.title')}>
        <NotLoaded call={call} />
      </AccountPage>
    );

  if (data.address === null) return <None />;
  const known = { ...data, address: data.address };
  if (data.state === 'confirmed') return <Confirmed view={known} />;
  return data.state === 'waiting' ? <EnterCode view={known} /> : <AskForCode view={known} />;
}

type AddressView = EmailView & { readonly address: string };

function None() {
  const t = useT();

  return (
    <AccountPage title={t('email.title')}>
      <Callout
        title={t('email.none')}
        main={
          <ButtonLink kind="ghost" to="/identity-auth">
            {t('account.go_on')}
          </ButtonLink>
        }
      />
    </AccountPage>
  );
}

const TONES = { new: 'plain', waiting: 'due', confirmed: 'good', ended: 'bad' } as const;

/** The address with its state, and the way to another one. */
function Address({ view: { address, state, since } }: { view: AddressView }) {
  const t = useT();

  return (
    <Card rows label={t('email.address')}>
      <Row
        label={t('email.address')}
        value={<Chip tone={TONES[state]}>{t(`email.state_${state}`)}</Chip>}
        notes={since === null ? [address] : [address, formatMoment(since)]}
      />
      <RowLink to="/data/details?open=email" label={t('email.correct')} />
    </Card>
  );
}

function AskForCode({ view }: { view: AddressView }) {
  const t = useT();
  const { send, isSending } = useSend(sendEmailCode);
  const { endedBecause } = view;
  const isOthers = endedBecause === 'not_mine';

  const ask = async () => {
    await send({ body: {} });
    // Also after a refusal: an address that nobody has has ended.
    refresh(viewEmail);
  };

  return (
    <AccountPage
      title={t('email.title')}
      footer={
        !isOthers && (
          <Button busy={isSending} onClick={() => void ask()}>
            {t('login.send_code')}
          </Button>
        )
      }
    >
      {endedBecause !== null && (
        <Callout
          tone={endedBecause === 'removed' ? 'plain' : 'due'}
          title={t(`email.ended_${endedBecause}`)}
        />
      )}
      <Address view={view} />
      {!isOthers && <Text>{t('email.means')}</Text>}
    </AccountPage>
  );
}

function Confirmed({ view }: { view: AddressView }) {
  const t = useT();
  const { send, isSending } = useSend(removeEmail);

  const remove = async () => {
    if (!(await send({ body: {} }))) return;
    toast(t('email.stopped_toast'));
    refresh(viewEmail);
  };

  return (
    <AccountPage title={t('email.title')}>
      <Address view={view} />
      <Text>{t('email.now')}</Text>
      <Button kind="ghost" busy={isSending} onClick={() => void remove()}>
        {t('email.stop')}
      </Button>
    </AccountPage>
  );
}

function EnterCode({ view }: { view: AddressView }) {
  const t = useT();
  const sending = useSend(sendEmailCode);
  const confirming = useSend(confirmEmail, 'quiet');
  const [error, setError] = useState<string>();

  const check = async (code: string) => {
    const answer: AnswerOf<typeof confirmEmail> | undefined = await confirming.send(
      { body: { code } },
      (cause) => {
        const isAsked = cause instanceof ApiError && cause.code === CODES.confirmByCode;
        if (!isAsked) setError(cause.message);
      },
    );
    if (!answer) return;

    toast(t('email.confirmed_toast'));
    refresh(viewEmail);
  };

  const resend = async () => {
    setError(undefined);
    await sending.send({ body: {} });
    refresh(viewEmail);
  };

  return (
    <CodeForm
      codeKey={view.since}
      title={t('email.title')}
      lead={
        <Rich
          id="email.sent_to"
          values={{ address: view.address }}
          parts={{ address: (text) => <b className={style.address}>{text}</b> }}
        />
      }
      back="/user"
      onCode={(code) => void check(code)}
      onEdit={() => setError(undefined)}
      resendIn="email.resend_in"
      resendAt={(view.since ?? 0) + EMAIL_CODE.resendAfterMs}
      onResend={() => void resend()}
      isSending={sending.isSending || confirming.isSending}
      error={error}
    >
      <Card rows>
        <RowLink to="/data/details?open=email" label={t('email.correct')} />
      </Card>
    </CodeForm>
  );
}

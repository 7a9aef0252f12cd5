import { CODES } from '@noren/contract/codes';
import {
  beginPhoneChange,
  type PhoneChangeView,
  sendNewPhoneCode,
  viewPhoneChange,
} from '@noren/contract/phone-change';
import { checkPhone } from '@noren/core/typed/phone';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { ApiError } from '../../api/api.ts';
import { refresh, useCall, useSend } from '../../api/hooks.tsx';
import { formatMoment } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { now } from '../../session/clock.ts';
import {
  clearDraft,
  isDraftUnread,
  readDraft,
  restoreDrafts,
  saveDraft,
} from '../../session/drafts.ts';
import { useRestoredDraft } from '../../shared/forms/use-restored-draft.ts';
import { AccountPage } from '../../shared/navigation/account-page.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Loader } from '../../ui/feedback/loader.tsx';
import { NotLoaded } from '../../ui/feedback/states.tsx';
import { Field } from '../../ui/form/field.tsx';
import { PhoneInput } from '../../ui/form/phone-input.tsx';
import { Button, ButtonLink } from '../../ui/layout/button.tsx';
import { Card, Row } from '../../ui/layout/card.tsx';
import { Text } from '../../ui/layout/text.tsx';
import { useLocation, useNavigate } from '../../ui/routing/router.tsx';
import { CodeForm } from './code-form.tsx';
import { useStopPhoneChange } from './phone-change-stop.ts';
import { SentTo, spacePhone } from './sent-to.tsx';

const DRAFT = 'phone-change';

/** Another phone number for the account: asked for here, and stopped here while it waits. */
export function PhoneNumberScreen() {
  const t = useT();
  const call = useCall(viewPhoneChange, {});
  const request = useLocation().state as CodeRequest | null;
  const [isRenewed, setRenewed] = useState(request?.renews === true);
  const { data } = call;

  if (!data)
    return (
      <AccountPage title={t('phone.title')}>
        <NotLoaded call={call} />
      </AccountPage>
    );

  const { change, refused } = data;
  if (change?.state === 'waiting') return <Waiting view={data} />;
  if (change && !isRenewed) return <FaceNext view={data} onRenew={() => setRenewed(true)} />;
  if (refused === null) return <AskFor view={data} onBegun={() => setRenewed(false)} />;

  return (
    <AccountPage title={t('phone.title')}>
      <Current view={data} />
      <Callout
        title={t(`phone.refused_${refused}`)}
        main={
          <ButtonLink
            kind="ghost"
            to={refused === 'no_picture' ? '/customer-service' : '/identity-auth'}
          >
            {t(refused === 'no_picture' ? 'home.ask_service' : 'account.go_on')}
          </ButtonLink>
        }
      />
    </AccountPage>
  );
}

function Current({ view }: { view: PhoneChangeView }) {
  const t = useT();
  const next = view.change?.maskedPhone;

  return (
    <Card rows label={t('phone.title')}>
      <Row strong label={t('phone.now')} value={view.maskedPhone} />
      {next && <Row strong label={t('phone.next')} value={next} />}
    </Card>
  );
}

/** The number waits until it is due: what that holds, and how it is stopped. */
function Waiting({ view }: { view: PhoneChangeView }) {
  const t = useT();
  const { stop, isSending } = useStopPhoneChange();

  return (
    <AccountPage
      title={t('phone.title')}
      footer={
        <Button busy={isSending} onClick={() => void stop()}>
          {t('phone.stop')}
        </Button>
      }
    >
      <div role="status">
        <Callout
          tone="due"
          title={t('phone.waiting', { at: formatMoment(view.change?.dueAt ?? 0) })}
          text={t('phone.waiting_text')}
        />
      </div>
      <Current view={view} />
    </AccountPage>
  );
}

/** The new number is proved; the face is compared next. */
function FaceNext({ view, onRenew }: { view: PhoneChangeView; onRenew: () => void }) {
  const t = useT();
  const navigate = useNavigate();
  const isAtCode = useLocation().state !== null;

  // The code was used: Back leads off this screen, not to it once more.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `navigate` does the same in every render
  useEffect(() => {
    if (isAtCode) navigate(-1);
  }, [isAtCode]);

  return (
    <AccountPage
      title={t('phone.title')}
      footer={<ButtonLink to="/phone-number/face-check">{t('phone.face')}</ButtonLink>}
    >
      <div role="status">
        <Callout tone="good" title={t('phone.face_next')} text={t('phone.face_next_text')} />
      </div>
      <Current view={view} />
      {view.proofs.length > 0 && (
        <ButtonLink kind="ghost" to="/phone-number/card">
          {t('phone.card_instead')}
        </ButtonLink>
      )}
      <div>
        <Button kind="ghost" onClick={onRenew}>
          {t('phone.other_number')}
        </Button>
      </div>
    </AccountPage>
  );
}

/**
 * The code request; stored in the history entry, so that it is still there after a visit to the
 * messages app. The number that it was sent to is in the draft, which is encrypted.
 */
interface CodeRequest {
  readonly otpRef: string;
  readonly resendAt: number;
  /** Another number was begun before, and is to be replaced. */
  readonly renews: boolean;
}

type CodeDelivery = CodeRequest & { readonly phone: string };
type PhoneDraft = { phone: string; sentTo?: string | undefined };

/** The number that is being typed, and the number that a code was sent to. */
function usePhoneDraft() {
  const [draft, setDraft] = useState<PhoneDraft>(() => ({ phone: '', ...readDraft(DRAFT) }));
  const [isRestoring, setRestoring] = useState(() => isDraftUnread(DRAFT));

  useRestoredDraft(DRAFT, (stored) =>
    setDraft((before) => (before.phone === '' ? { phone: '', ...stored } : before)),
  );
  useEffect(() => void restoreDrafts().then(() => setRestoring(false)), []);

  const save = (next: { phone: string; sentTo?: string }) => {
    setDraft(next);
    saveDraft(DRAFT, next);
  };

  return { ...draft, isRestoring, save };
}

/** The typed number, which a code asked of the old number interrupts, and the code that was sent. */
function useNewPhone(renews: boolean, onBegun: () => void) {
  const navigate = useNavigate();
  const request = useLocation().state as CodeRequest | null;
  const { phone, sentTo, isRestoring, save } = usePhoneDraft();
  const code = useSend(sendNewPhoneCode);
  const begin = useSend(beginPhoneChange);
  const [error, setError] = useState<string>();
  const sent: CodeDelivery | undefined =
    request && sentTo !== undefined ? { ...request, phone: sentTo } : undefined;

  const type = (typed: string) => {
    save({ phone: typed });
    setError(undefined);
  };

  const showFault = (cause: Error) => {
    const isAsked = cause instanceof ApiError && cause.code === CODES.confirmByCode;
    if (!isAsked) setError(cause.message);
  };

  const sendCode = async (to: string) => {
    setError(undefined);
    const answer = await code.send({ body: { phone: to } }, showFault);
    if (!answer) return;
    const { otpRef, resendAfterSeconds } = answer;

    const state: CodeRequest = { otpRef, resendAt: now() + resendAfterSeconds * 1000, renews };
    save({ phone: to, sentTo: to });
    navigate('/phone-number', { state, replace: request !== null });
  };

  const check = async (digits: string) => {
    if (!sent) return;
    setError(undefined);
    const body = { phone: sent.phone, otpRef: sent.otpRef, code: digits };
    if (!(await begin.send({ body }, showFault))) return;

    clearDraft(DRAFT);
    onBegun();
    refresh(viewPhoneChange);
  };

  return {
    phone,
    type,
    sent,
    isRestoring: request !== null && isRestoring,
    forgetCode: () => navigate(-1),
    sendCode,
    check,
    error,
    clear: () => setError(undefined),
    isSending: code.isSending || begin.isSending,
  };
}

type NewPhone = ReturnType<typeof useNewPhone>;

function AskFor({ view, onBegun }: { view: PhoneChangeView; onBegun: () => void }) {
  const entry = useNewPhone(view.change !== null, onBegun);
  if (entry.isRestoring) return <Loader />;

  return entry.sent ? (
    <EnterCode entry={entry} sent={entry.sent} />
  ) : (
    <EnterPhone view={view} entry={entry} />
  );
}

function EnterPhone({ view, entry }: { view: PhoneChangeView; entry: NewPhone }) {
  const t = useT();
  const form = useId();
  const { phone, type, sendCode, error, isSending } = entry;
  const [isJudged, setJudged] = useState(false);
  const checked = checkPhone(phone);
  const fault = !isJudged || checked.ok ? undefined : t(`login.phone_${checked.fault}`);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setJudged(true);
    if (checked.ok) void sendCode(checked.value);
    else document.getElementById('new-phone')?.focus();
  };

  return (
    <AccountPage
      title={t('phone.title')}
      footer={
        <Button type="submit" form={form} busy={isSending}>
          {t('login.send_code')}
        </Button>
      }
    >
      <Current view={view} />
      <form id={form} noValidate onSubmit={submit}>
        <Field id="new-phone" label={t('phone.new_label')} error={fault ?? error}>
          <PhoneInput
            autoComplete="off"
            enterKeyHint="send"
            value={phone}
            onChange={type}
            onBlur={() => phone !== '' && setJudged(true)}
          />
        </Field>
      </form>
      <Text>{t('phone.means')}</Text>
    </AccountPage>
  );
}

function EnterCode({ entry, sent }: { entry: NewPhone; sent: CodeDelivery }) {
  const t = useT();
  const { forgetCode, sendCode, check, error, clear, isSending } = entry;

  return (
    <CodeForm
      codeKey={sent.otpRef}
      title={t('phone.title')}
      lead={<SentTo phone={spacePhone(sent.phone)} onChange={forgetCode} />}
      onCode={(digits) => void check(digits)}
      onEdit={clear}
      onBeforeBack={() => {
        forgetCode();
        return false;
      }}
      resendAt={sent.resendAt}
      onResend={() => void sendCode(sent.phone)}
      {...{ error, isSending }}
    />
  );
}

import type { AnswerOf } from '@noren/contract/call';
import { beginLostPhone, sendLostPhoneCode } from '@noren/contract/lost-phone';
import { consentTexts } from '@noren/core/people/consent';
import { checkPan } from '@noren/core/people/identity-numbers';
import { checkPhone } from '@noren/core/typed/phone';
import { type FormEvent, useEffect, useId, useState } from 'react';
import type { ApiError, NoAnswer } from '../../api/api.ts';
import { useSend } from '../../api/hooks.tsx';
import { type TextId, type Translate, useT } from '../../i18n/index.ts';
import { now } from '../../session/clock.ts';
import { type Problems, useForm } from '../../shared/forms/form.ts';
import { HelpButton } from '../../shared/help/help.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Loader } from '../../ui/feedback/loader.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { CodeInput } from '../../ui/form/code-input.tsx';
import { ErrorSummary } from '../../ui/form/error-summary.tsx';
import { Field } from '../../ui/form/field.tsx';
import { PhoneInput } from '../../ui/form/phone-input.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Text } from '../../ui/layout/text.tsx';
import { useLocation, useNavigate } from '../../ui/routing/router.tsx';
import { CodeForm } from './code-form.tsx';
import style from './login.module.css';
import { SentTo, spacePhone } from './sent-to.tsx';

/** `sentTo` is the number that a code was sent to. */
const empty = { oldPhone: '', pan: '', phone: '', agrees: '', sentTo: '' };
type Values = typeof empty;

function checkValues(values: Values, t: Translate): Problems<Values> {
  const problems: Problems<Values> = {};
  const [old, next] = [checkPhone(values.oldPhone), checkPhone(values.phone)];
  if (!old.ok) problems.oldPhone = t(`login.phone_${old.fault}`);

  const pan = checkPan(values.pan);
  if (!pan.ok) problems.pan = t(`certification.pan_${pan.fault}`);

  if (!next.ok) problems.phone = t(`login.phone_${next.fault}`);
  else if (old.ok && old.value === next.value) problems.phone = t('lost.same');

  if (values.agrees === '') problems.agrees = t('lost.agree_first');
  return problems;
}

/**
 * The code request; stored in the history entry, so that it is still there after a visit to the
 * messages app.
 */
interface CodeRequest {
  readonly otpRef: string;
  readonly resendAt: number;
}

/**
 * Another number for the account of somebody who receives no code on the old one: which account,
 * and the code of the new number. The proof is the next screen. After a reload the PAN is typed
 * again, because it is never stored; the code that was sent still counts.
 */
export function LostPhoneScreen() {
  const t = useT();
  const navigate = useNavigate();
  const sent = useLocation().state as CodeRequest | null;
  const [error, setError] = useState<ApiError | NoAnswer | null>(null);
  const code = useSend(sendLostPhoneCode);
  const begin = useSend(beginLostPhone);
  const [begun, setBegun] = useState<ProofStart>();

  const form = useForm<Values>({
    draftName: 'lost-phone',
    initial: empty,
    inMemoryOnly: ['pan', 'agrees'],
    check: (values) => checkValues(values, t),
    error,
  });
  const { oldPhone, pan, phone, agrees, sentTo } = form.values;
  const [isComplete, setComplete] = useState(pan !== '' && agrees !== '');
  const isCodeSent = sent !== null && sentTo !== '' && sentTo === phone;

  const sendCode = async () => {
    setError(null);
    const answer = await code.send({ body: { phone } }, setError);
    if (!answer) return;

    const { otpRef, resendAfterSeconds } = answer;
    const state: CodeRequest = { otpRef, resendAt: now() + resendAfterSeconds * 1000 };
    form.setValue('sentTo', phone);
    navigate('/lost-phone', { state, replace: sent !== null });
  };

  const submit = () => {
    setComplete(true);
    if (!isCodeSent) void sendCode();
  };

  const enterCode = async (otpRef: string, digits: string) => {
    setError(null);
    const { textVersion: agreedVersion } = consentTexts.face_check;
    const body = { oldPhone, pan, phone, otpRef, code: digits, agreedVersion };
    const answer = await begin.send({ body }, setError);
    if (!answer) return;

    form.discardDraft();
    setBegun(answer);
    navigate(-1);
  };

  if (begun) return <GoToProof begun={begun} isAtForm={sent === null} />;
  if (!isCodeSent || !isComplete)
    return <Numbers {...{ form, isCodeSent }} isSending={code.isSending} onSubmit={submit} />;

  return (
    <CodeForm
      codeKey={sent.otpRef}
      title={t('lost.title')}
      lead={<SentTo phone={spacePhone(phone)} onChange={() => navigate(-1)} />}
      onCode={(digits) => void enterCode(sent.otpRef, digits)}
      onEdit={() => setError(null)}
      onBeforeBack={() => {
        navigate(-1);
        return false;
      }}
      resendAt={sent.resendAt}
      onResend={() => void sendCode()}
      isSending={code.isSending || begin.isSending}
      error={error?.message}
    />
  );
}

type ProofStart = AnswerOf<typeof beginLostPhone>;

/** The proof takes the place of the form of numbers, so that Back leads out of both. */
function GoToProof({ begun, isAtForm }: { begun: ProofStart; isAtForm: boolean }) {
  const navigate = useNavigate();

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the history is at the form
  useEffect(() => {
    if (isAtForm) navigate('/lost-phone/proof', { state: begun, replace: true });
  }, [isAtForm]);

  return <Loader />;
}

type NumbersProps = {
  form: ReturnType<typeof useForm<Values>>;
  isCodeSent: boolean;
  isSending: boolean;
  onSubmit: () => void;
};

function Numbers({ form, isCodeSent, isSending, onSubmit }: NumbersProps) {
  const t = useT();
  const id = useId();
  const field = (name: keyof Values, label: TextId) => ({ ...form.field(name), label: t(label) });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (form.submit()) onSubmit();
  };

  return (
    <Page
      title={t('lost.title')}
      heading="large"
      back="/login"
      right={<HelpButton />}
      footer={
        <Button type="submit" form={id} busy={isSending}>
          {t(isCodeSent ? 'login.code_title' : 'login.send_code')}
        </Button>
      }
    >
      <Text>{t('lost.how')}</Text>
      <ErrorSummary key={form.attempts} errors={form.summary} />
      {form.failure && (
        <div role="alert">
          <Callout tone="bad" title={form.failure} />
        </div>
      )}
      <form id={id} noValidate onSubmit={submit} className={style.form}>
        <Field {...field('oldPhone', 'lost.old_label')}>
          <PhoneInput {...form.control('oldPhone')} />
        </Field>
        <Field {...field('pan', 'certification.pan')} hint={t('lost.pan_hint')}>
          <CodeInput {...form.control('pan')} />
        </Field>
        <Field {...field('phone', 'phone.new_label')}>
          <PhoneInput {...form.control('phone')} />
        </Field>
        <Field
          id="agrees"
          label={<span className="visually-hidden">{t('login.consent')}</span>}
          error={form.findProblem('agrees')}
        >
          <Checkbox
            checked={form.values.agrees !== ''}
            onChange={({ target }) => form.setValue('agrees', target.checked ? 'yes' : '')}
          >
            {t('lost.agree')}
          </Checkbox>
        </Field>
      </form>
    </Page>
  );
}

import { readCode } from '@noren/core/typed/text';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { t, useT } from '../../i18n/index.ts';
import { Rich } from '../../i18n/rich.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { Field } from '../../ui/form/field.tsx';
import { LanguageSwitch } from '../../ui/form/language-switch.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Text } from '../../ui/layout/text.tsx';
import { useToastAtChange } from '../../ui/overlay/toast.tsx';
import { Link } from '../../ui/routing/router.tsx';
import { CodeField, type CodeKey } from './code-field.tsx';
import style from './login.module.css';
import { SentTo } from './sent-to.tsx';

const policyLink = { link: (text: ReactNode) => <Link to="/privacy-policy">{text}</Link> };

type Props = {
  /** The phone as it is shown. */
  phone: string;
  /** A callout above the form. */
  callout?: ReactNode;
  /**
   * The user agreed to this version of the policy and signed in on this phone before: the box is
   * not shown.
   */
  hasAgreed: boolean;
  resendAt: number;
  onResend: () => void;
  onChangePhone: () => void;
  onSubmit: (code: string) => Promise<void>;
  isSending: boolean;
  /** Why the code was refused, or none was sent. */
  error: string | undefined;
  onEdit: () => void;
};

/**
 * The second step: the code and the agreement. The fourth digit signs in if the box is ticked; else
 * the code waits for the tick. Another code is typed into an empty field; the tick stays.
 */
export function CodeView({ codeKey, ...props }: Props & { codeKey: CodeKey }) {
  const [agrees, setAgrees] = useState(props.hasAgreed);
  useToastAtChange(codeKey, t('login.resent'));

  return <OneCode key={codeKey} {...props} {...{ agrees, setAgrees }} />;
}

type Agreeing = { agrees: boolean; setAgrees: (isTicked: boolean) => void };

function OneCode(props: Props & Agreeing) {
  const { phone, callout, hasAgreed, agrees, resendAt, onResend, onChangePhone } = props;
  const { isSending, error, onEdit } = props;
  const t = useT();
  const form = useId();
  const { code, setCode, agree, signIn, submit, codeFault, agreeFault } = useCodeEntry(props);

  return (
    <Page
      title={t('login.code_title')}
      heading="large"
      lead={<SentTo phone={phone} onChange={onChangePhone} />}
      onBeforeBack={() => {
        onChangePhone();
        return false;
      }}
      right={<LanguageSwitch />}
      footer={
        <Button type="submit" form={form} busy={isSending}>
          {t('login.sign_in')}
        </Button>
      }
    >
      {callout}
      <form id={form} noValidate onSubmit={submit} className={style.form}>
        <CodeField
          code={code}
          onChange={(text) => {
            setCode(text);
            onEdit();
          }}
          onComplete={(digits) => void signIn(digits)}
          error={codeFault ?? error}
          {...{ resendAt, onResend, isSending }}
        />
        <Agreement {...{ hasAgreed, agrees }} fault={agreeFault} onChange={agree} />
      </form>
    </Page>
  );
}

/** The digits and the tick, and what each of them starts. */
function useCodeEntry({
  agrees,
  setAgrees,
  onSubmit,
  error,
}: Agreeing & Pick<Props, 'onSubmit' | 'error'>) {
  const t = useT();
  const [code, setCode] = useState('');
  const [validated, setValidated] = useState<'nothing' | 'agreement' | 'all'>('nothing');
  const whole = readCode(code, 4);
  const codeFault = validated === 'all' && whole === null ? t('login.code_format') : undefined;
  // One error at a time: the code's first.
  const agreeFault =
    validated !== 'nothing' && !agrees && !codeFault ? t('login.agree_first') : undefined;

  const signIn = async (digits: string) => {
    if (!agrees) {
      setValidated('agreement');
      document.getElementById('agree')?.focus();
      return;
    }

    await onSubmit(digits);
  };

  const agree = (isTicked: boolean) => {
    setAgrees(isTicked);
    // A code that was refused waits for nothing.
    if (isTicked && whole !== null && error === undefined) void onSubmit(whole);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setValidated('all');
    if (whole === null) document.getElementById('code')?.focus();
    else void signIn(whole);
  };

  return { code, setCode, agree, signIn, submit, codeFault, agreeFault };
}

type AgreementProps = {
  hasAgreed: boolean;
  agrees: boolean;
  fault: string | undefined;
  onChange: (isTicked: boolean) => void;
};

/** The box, or that the user agreed before. */
function Agreement({ hasAgreed, agrees, fault, onChange }: AgreementProps) {
  const t = useT();

  if (hasAgreed)
    return (
      <Text size="sm">
        <Rich id="login.agreed_before" parts={policyLink} />
      </Text>
    );

  return (
    <Field
      id="agree"
      label={<span className="visually-hidden">{t('login.consent')}</span>}
      error={fault}
    >
      <Checkbox checked={agrees} onChange={(event) => onChange(event.target.checked)}>
        <Rich id="login.agree" parts={policyLink} />
      </Checkbox>
    </Field>
  );
}

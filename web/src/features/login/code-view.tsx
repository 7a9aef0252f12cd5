import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useT } from '../../i18n/index.ts';
import { Rich } from '../../i18n/rich.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { Field } from '../../ui/form/field.tsx';
import { LanguageSwitch } from '../../ui/form/language-switch.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Link } from '../../ui/routing/router.tsx';
import { CodeField } from './code-field.tsx';
import style from './login.module.css';

type Props = {
  phone: string;
  resendAt: number;
  onResend: () => void;
  onChangePhone: () => void;
  onSubmit: (code: string) => Promise<void>;
  isSending: boolean;
  /** Why the code was refused, or none was sent. */
  error: string | undefined;
  onEdit: () => void;
};

/** The second step: the code and the agreement. The fourth digit signs in if the box is ticked. */
export function CodeView({ phone, resendAt, onResend, onChangePhone, onSubmit, isSending, error, onEdit }: Props) {
  const t = useT();
  const form = useId();
  const [code, setCode] = useState('');
  const [agrees, setAgrees] = useState(false);
  const [validated, setValidated] = useState<'nothing' | 'agreement' | 'all'>('nothing');
  const codeFault = validated === 'all' && code.length < 4 ? t('login.code_format') : undefined;
  const agreeFault = validated !== 'nothing' && !agrees ? t('login.agree_first') : undefined;

  const signIn = async (whole: string) => {
    if (!agrees) {
      setValidated('agreement');
      document.getElementById('agree')?.focus();
      return;
    }
    await onSubmit(whole);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setValidated('all');
    if (code.length < 4) document.getElementById('code')?.focus();
    else void signIn(code);
  };
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
      <form id={form} noValidate onSubmit={submit} className={style.form}>
        <CodeField
          code={code}
          onChange={(digits) => {
            setCode(digits);
            onEdit();
          }}
          onComplete={(whole) => void signIn(whole)}
          error={codeFault ?? error}
          {...{ resendAt, onResend, isSending }}
        />
        <Field id="agree" label={<span className="visually-hidden">{t('login.consent')}</span>} error={agreeFault}>
          <Checkbox checked={agrees} onChange={(event) => setAgrees(event.target.checked)}>
            <Rich id="login.agree" parts={{ link: (text) => <Link to="/privacy-policy">{text}</Link> }} />
          </Checkbox>
        </Field>
      </form>
    </Page>
  );
}

function SentTo({ phone, onChange }: { phone: string; onChange: () => void }): ReactNode {
  return (
    <Rich
      id="login.sent_to"
      values={{ phone: `+91 ${phone.slice(0, 5)} ${phone.slice(5)}` }}
      parts={{
        phone: (text) => <b className={style.phone}>{text}</b>,
        change: (text) => (
          <button type="button" className={style.change} onClick={onChange}>
            {text}
          </button>
        ),
      }}
    />
  );
}

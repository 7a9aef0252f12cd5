import { readCode } from '@noren/core/typed/text';
import { type ComponentProps, type FormEvent, type ReactNode, useId, useState } from 'react';
import { t, useT } from '../../i18n/index.ts';
import { HelpButton } from '../../shared/help/help.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { useToastAtChange } from '../../ui/overlay/toast.tsx';
import { CodeField, type CodeKey } from './code-field.tsx';
import style from './login.module.css';

type Props = Omit<ComponentProps<typeof CodeField>, 'code' | 'onChange' | 'onComplete'> &
  Pick<ComponentProps<typeof Page>, 'title' | 'lead' | 'back' | 'onBeforeBack'> & {
    children?: ReactNode;
    onCode: (code: string) => void;
    onEdit: () => void;
  };

/**
 * A screen that asks for the code of a message; the fourth digit sends it. Another code is typed
 * into an empty field, and is announced: the focus there alone says nothing of it.
 */
export function CodeForm(props: Props & { codeKey: CodeKey }) {
  useToastAtChange(props.codeKey, t('login.resent'));
  return <OneCode key={props.codeKey} {...props} />;
}

function OneCode(props: Props) {
  const { title, lead, back = true, onBeforeBack, children, onCode, onEdit, ...field } = props;
  const t = useT();
  const form = useId();
  const [code, setCode] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const whole = readCode(code, 4);
  const fault = isSubmitted && whole === null ? t('login.code_format') : undefined;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (whole === null) document.getElementById('code')?.focus();
    else onCode(whole);
  };

  return (
    <Page
      title={title}
      heading="large"
      lead={lead}
      {...{ back, onBeforeBack }}
      right={<HelpButton />}
      footer={
        <Button type="submit" form={form} busy={field.isSending}>
          {t('confirm.submit')}
        </Button>
      }
    >
      <form id={form} noValidate onSubmit={submit} className={style.form}>
        <CodeField
          {...field}
          code={code}
          onChange={(text) => {
            setCode(text);
            onEdit();
          }}
          onComplete={onCode}
          error={fault ?? field.error}
        />
      </form>
      {children}
    </Page>
  );
}

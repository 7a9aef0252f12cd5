import { useEffect, useRef } from 'react';
import { type TextId, useT } from '../../i18n/index.ts';
import { Rich } from '../../i18n/rich.tsx';
import { Field } from '../../ui/form/field.tsx';
import { OtpInput } from '../../ui/form/otp-input.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { Text } from '../../ui/layout/text.tsx';
import { formatLeft, useSecondsLeft } from './seconds-left.ts';
import { useWebOtp } from './web-otp.ts';

/** What identifies the code that a screen waits for; another value is another code. */
export type CodeKey = string | number | null;

type Props = {
  code: string;
  onChange: (code: string) => void;
  /** Called with the four digits, typed, pasted or filled from the message. */
  onComplete: (code: string) => void;
  error: string | undefined;
  /** What says when another one can be requested. */
  resendIn?: Extract<TextId, 'login.resend_in' | 'email.resend_in'>;
  /** When another code can be requested (UTC ms). */
  resendAt: number;
  onResend: () => void;
  isSending: boolean;
};

/** The code from the message, and a button to request another. */
export function CodeField({
  code,
  onChange,
  onComplete,
  error,
  resendIn = 'login.resend_in',
  resendAt,
  onResend,
  isSending,
}: Props) {
  const t = useT();
  const left = useSecondsLeft(resendAt);
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => box.current?.querySelector('input')?.focus({ preventScroll: true }), []);
  useWebOtp((found) => {
    onChange(found);
    onComplete(found);
  });

  return (
    <>
      <div ref={box}>
        <Field id="code" label={t('login.code_label')} error={error}>
          <OtpInput value={code} onChange={onChange} onComplete={onComplete} />
        </Field>
      </div>
      {left > 0 ? (
        <Text>
          <Rich
            id={resendIn}
            values={{ time: formatLeft(left) }}
            parts={{ time: (text) => <b role="timer">{text}</b> }}
          />
        </Text>
      ) : (
        <div>
          <Button kind="ghost" busy={isSending} onClick={onResend}>
            {t('login.resend')}
          </Button>
        </div>
      )}
    </>
  );
}

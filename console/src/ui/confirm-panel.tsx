import { type ReactNode, useState } from 'react';
import { kitTexts } from '../texts/kit.ts';
import { Button } from './button.tsx';
import { TextField } from './fields.tsx';
import style from './form.module.css';
import { Form } from './form.tsx';
import type { Trouble } from './states.tsx';

const LEAST_REASON = 10;

interface ConfirmPanelProps {
  readonly title: string;
  /** Preview: journals, messages, figures. */
  readonly children?: ReactNode;
  /** Label of the button: the act and its amount. */
  readonly act: string;
  readonly tone?: 'primary' | 'danger';
  readonly reasonLabel?: string;
  readonly reasonHint?: string;
  /** The act needs no reason. */
  readonly isWithoutReason?: boolean;
  readonly isBusy: boolean;
  readonly error?: Trouble | null;
  readonly onConfirm: (reason: string) => void;
  readonly onCancel: () => void;
}

/** Last step of an act: preview, reason, and one button that names the act. */
export function ConfirmPanel(props: ConfirmPanelProps) {
  const { title, children, act, tone = 'primary', isBusy, error, onConfirm, onCancel } = props;
  const [reason, setReason] = useState('');
  const [isShort, setShort] = useState(false);
  const problem = isShort ? kitTexts.reasonShort(LEAST_REASON) : undefined;

  const submit = (): void => {
    const isTooShort = !props.isWithoutReason && reason.trim().length < LEAST_REASON;
    setShort(isTooShort);
    if (!isTooShort) onConfirm(reason.trim());
  };

  return (
    <section className={style.confirm} aria-label={title}>
      <h2>{title}</h2>
      {children}
      <Form
        label={title}
        problems={problem === undefined ? {} : { reason: problem }}
        refusal={error}
        onSubmit={submit}
        acts={
          <>
            <Button type="submit" tone={tone} isBusy={isBusy}>
              {act}
            </Button>
            <Button onPress={onCancel}>{kitTexts.cancel}</Button>
          </>
        }
      >
        {!props.isWithoutReason && (
          <TextField
            label={props.reasonLabel ?? kitTexts.reason}
            {...(props.reasonHint === undefined ? {} : { hint: props.reasonHint })}
            name="reason"
            isLong
            value={reason}
            onChange={setReason}
            problem={problem}
          />
        )}
      </Form>
    </section>
  );
}

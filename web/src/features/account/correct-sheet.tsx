import { viewPersonalInfo } from '@noren/contract/certification';
import { viewEmail } from '@noren/contract/email';
import { name as nameText } from '@noren/contract/fields';
import { addressFields, personalFields } from '@noren/contract/personal-info';
import { correctData, personalData, type StoredField } from '@noren/contract/privacy';
import { realName } from '@noren/contract/real-name';
import { addMonths, borrowerAges, toBusinessDay } from '@noren/core/money/time';
import type { CorrectedField } from '@noren/core/people/correction';
import type { ReactNode } from 'react';
import { markStale, refresh, useSend } from '../../api/hooks.tsx';
import { useT } from '../../i18n/index.ts';
import { now } from '../../session/clock.ts';
import { DictionaryPicker } from '../../shared/forms/dictionary-picker.tsx';
import { useForm } from '../../shared/forms/form.ts';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Trouble } from '../../ui/feedback/trouble.tsx';
import { DatePicker } from '../../ui/form/date-picker.tsx';
import { Field } from '../../ui/form/field.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { Stack, Text } from '../../ui/layout/text.tsx';
import { Sheet } from '../../ui/overlay/dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { findDictionary, useValueFormat } from './field-words.ts';

const RESULT_TEXTS = {
  done: 'data.corrected',
  waiting: 'data.correction_waits',
  same: 'data.same',
} as const;

/** One field: its value, how it can be corrected, and the correction form. */
export function CorrectSheet({ stored, onClose }: { stored: StoredField; onClose: () => void }) {
  const t = useT();
  const { field, value, manner, waiting } = stored;
  const formatValue = useValueFormat(field);
  const { send, isSending, error } = useSend(correctData);

  const form = useForm<{ value: string }>({
    draftName: `data.${field}`,
    initial: { value },
    // Personal data: the input is kept in memory during a code confirmation, and never stored.
    inMemoryOnly: ['value'],
    check: ({ value }) => {
      const problem = findProblem(field, value);
      if (problem === undefined) return {};
      return {
        value: t(problem === 'long' ? 'certification.too_long' : 'certification.look_again'),
      };
    },
    error,
    refusal: (path) =>
      path === 'value' ? { field: 'value', text: t('certification.look_again') } : null,
  });

  const save = async () => {
    if (!form.submit()) return;

    const answer = await send({ body: { field, value: form.values.value } });
    if (!answer) return;

    form.discardDraft();
    toast(t(RESULT_TEXTS[answer.state]));
    markStale(viewPersonalInfo, realName, viewEmail);
    refresh(personalData);
    onClose();
  };

  const label = t(`certification.${field}`);

  return (
    <Sheet
      open
      title={label}
      onClose={onClose}
      actions={
        !waiting && (
          <Button busy={isSending} onClick={() => void save()}>
            {t(manner === 'review' ? 'data.ask_correction' : 'data.correct')}
          </Button>
        )
      }
    >
      <Stack gap={3}>
        {waiting ? (
          <Callout
            tone="due"
            title={t('data.waits')}
            text={t('data.waits_for', { value: formatValue(waiting.value) })}
          />
        ) : (
          <>
            {form.failure && <Trouble title={form.failure} />}
            <Field
              label={label}
              {...form.field('value')}
              isListed={false}
              group={field === 'birthday'}
            >
              <Control field={field} label={label} form={form} />
            </Field>
            <Text size="sm">{t(`data.manner_${manner}`)}</Text>
          </>
        )}
      </Stack>
    </Sheet>
  );
}

const SCHEMAS = { ...personalFields.shape, ...addressFields.shape, name: nameText };

function findProblem(field: CorrectedField, value: string): string | undefined {
  return SCHEMAS[field].safeParse(value).error?.issues[0]?.message;
}

type ControlProps = {
  field: CorrectedField;
  label: string;
  form: ReturnType<typeof useForm<{ value: string }>>;
};

function Control({ field, label, form }: ControlProps): ReactNode {
  const dictionary = findDictionary(field);
  if (dictionary)
    return <DictionaryPicker type={dictionary} title={label} {...form.control('value')} />;

  const today = toBusinessDay(now());
  if (field === 'birthday')
    return (
      <DatePicker
        title={label}
        min={addMonths(today, -12 * (borrowerAges.greatest + 1))}
        max={addMonths(today, -12 * borrowerAges.least)}
        {...form.control('value')}
      />
    );

  const kind = field === 'email' ? ({ type: 'email', inputMode: 'email' } as const) : {};
  return <TextInput {...kind} autoComplete="off" {...form.input('value')} />;
}

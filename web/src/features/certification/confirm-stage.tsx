import type { AnswerOf, BodyOf } from '@noren/contract/call';
import type { DocumentType, readingDetail, saveIdentity } from '@noren/contract/certification';
import type { Reason } from '@noren/contract/reasons';
import { checkPan, maskAadhaar } from '@noren/core/people/identity-numbers';
import { type FormEvent, useId, useState } from 'react';
import { ApiError, type NoAnswer } from '../../api/api.ts';
import { type TextId, useT } from '../../i18n/index.ts';
import { useForm } from '../../shared/forms/form.ts';
import { HelpButton } from '../../shared/help/help.tsx';
import { useBackTo } from '../../shared/steps/certification-steps.ts';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { Trouble } from '../../ui/feedback/trouble.tsx';
import { CodeInput } from '../../ui/form/code-input.tsx';
import { DatePicker } from '../../ui/form/date-picker.tsx';
import { DigitsInput } from '../../ui/form/digits-input.tsx';
import { ErrorSummary } from '../../ui/form/error-summary.tsx';
import { Field } from '../../ui/form/field.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { Card, Row, RowLink } from '../../ui/layout/card.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Text } from '../../ui/layout/text.tsx';
import { Link } from '../../ui/routing/router.tsx';
import { birthDayBounds } from './birth-day.ts';
import { type Check, CheckMark, Checks, listFieldsToCheck } from './confirm-checks.tsx';
import { CardRead } from './document-read.tsx';
import type { Reading } from './document-sending.ts';
import style from './form.module.css';
import { checkIdentity, describeRefusal, emptyIdentity, type Identity } from './identity-rules.ts';
import { isStepClosed, StepClosed } from './step-closed.tsx';
import { Why } from './why.tsx';

/** Draft name: the identity being confirmed. */
export const IDENTITY_DRAFT = 'identity';

/** Refusals that only customer service can solve: the number belongs to another account. */
const TAKEN: readonly (Reason | undefined)[] = ['pan_taken', 'aadhaar_taken'];

type Props = {
  detail: AnswerOf<typeof readingDetail>;
  stages: number;
  /** The card that was read on the screen before. */
  readBefore?: Reading | undefined;
  isSending: boolean;
  error: ApiError | NoAnswer | null;
  onConfirm: (identity: BodyOf<typeof saveIdentity>) => void;
};

/** All readings, to be confirmed or corrected. */
export function ConfirmStage(props: Props) {
  const { detail, stages, readBefore, isSending, error, onConfirm } = props;
  const t = useT();
  const id = useId();
  const { fields } = detail;
  const isKnown = detail.isAadhaarKnown && fields.aadhaarLast4 !== undefined;
  const [typesAadhaar, setTypesAadhaar] = useState(!isKnown);
  const onBeforeBack = useBackTo('/identity-auth');
  const { name = '', pan = '', birthDay = '' } = fields;
  const checks = listFieldsToCheck(detail, typesAadhaar && !isKnown);
  const form = useForm<Identity>({
    draftName: IDENTITY_DRAFT,
    initial: { ...emptyIdentity, name, pan, birthDay },
    inMemoryOnly: ['aadhaar'],
    check: (values) => checkIdentity(values, typesAadhaar, t),
    error,
    refusal: (path, problem) => describeRefusal(path, problem, t),
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!form.submit()) return;

    const checked = checkPan(form.values.pan);
    onConfirm({
      name: form.values.name.trim(),
      pan: checked.ok ? checked.value : form.values.pan,
      birthDay: form.values.birthDay,
      aadhaar: typesAadhaar ? form.values.aadhaar : null,
    });
  };

  return (
    <Page
      title={t('certification.confirm_title')}
      onBeforeBack={onBeforeBack}
      right={<HelpButton />}
      footer={
        !isStepClosed(error) && (
          <Button type="submit" form={id} busy={isSending}>
            {t(
              detail.liveness === 'none'
                ? 'certification.confirm_next'
                : 'certification.confirm_save',
            )}
          </Button>
        )
      }
    >
      <ProgressBar
        value={stages - 2}
        max={stages}
        label={t('ui.step_of', { current: stages - 1, total: stages })}
      />
      <CardRead reading={readBefore} />
      <Text>{t('certification.confirm_lead')}</Text>
      <ErrorSummary key={form.attempts} errors={form.summary} />
      {form.failure && <Failure text={form.failure} error={error} />}
      {form.attempts === 0 && <Checks checks={checks} />}
      <form id={id} noValidate onSubmit={submit} className={style.form}>
        <IdentityFields
          {...{ form, detail, checks, typesAadhaar }}
          onType={() => setTypesAadhaar(true)}
        />
      </form>
      <Retakes cards={detail.documents} />
      <Why id="certification.why_identity" />
    </Page>
  );
}

/** Why it was not saved, with a link to customer service if another account has the number. */
function Failure({ text, error }: { text: string; error: Props['error'] }) {
  const t = useT();
  const isTaken = error instanceof ApiError && TAKEN.includes(error.data?.reason);

  if (isStepClosed(error)) return <StepClosed />;

  return (
    <Trouble
      title={text}
      action={isTaken && <Link to="/customer-service">{t('certification.still_stuck')}</Link>}
    />
  );
}

type FieldsProps = Pick<Props, 'detail'> & {
  checks: readonly Check[];
  form: ReturnType<typeof useForm<Identity>>;
  typesAadhaar: boolean;
  onType: () => void;
};

function IdentityFields({ form, detail, checks, typesAadhaar, onType }: FieldsProps) {
  const t = useT();
  const isDoubtful = (name: keyof Identity) => checks.some((check) => check.field === name);

  /** The Field props of a field, with the mark of one to check. */
  const field = (name: keyof Identity, label: TextId, hint?: TextId) => ({
    ...form.field(name),
    label: t(label),
    ...(isDoubtful(name) && { aside: <CheckMark /> }),
    ...(hint && { hint: t(hint) }),
  });

  return (
    <>
      <Field {...field('name', 'certification.name', 'certification.name_hint')}>
        <TextInput track="identityName" autoComplete="name" {...form.input('name')} />
      </Field>
      <Field {...field('pan', 'certification.pan', 'certification.pan_hint')}>
        <CodeInput track="pan" {...form.control('pan')} />
      </Field>
      <Field group {...field('birthDay', 'certification.birthday')}>
        <DatePicker
          {...form.control('birthDay')}
          {...birthDayBounds()}
          title={t('certification.birthday')}
          autoComplete="bday"
        />
      </Field>
      {typesAadhaar ? (
        <Field
          {...field('aadhaar', 'certification.aadhaar')}
          hint={`${t('certification.aadhaar_hint')} ${t('certification.aadhaar_typed')}`}
        >
          <DigitsInput {...form.control('aadhaar')} />
        </Field>
      ) : (
        <div id="aadhaar" tabIndex={-1}>
          <Card rows>
            <Row
              strong
              label={
                <>
                  {t('certification.aadhaar')} {isDoubtful('aadhaar') && <CheckMark />}
                </>
              }
              value={maskAadhaar(detail.fields.aadhaarLast4 ?? '')}
            />
            <RowLink label={t('certification.aadhaar_type')} onClick={onType} />
          </Card>
        </div>
      )}
    </>
  );
}

function Retakes({ cards }: { cards: readonly DocumentType[] }) {
  const t = useT();
  return (
    <Card rows label={t('certification.retake_title')}>
      {cards.map((type) => (
        <RowLink
          key={type}
          label={t(`certification.${type}`)}
          aside={t('certification.take_again')}
          to={`/facial-auth/step-one?at=${type}`}
        />
      ))}
    </Card>
  );
}

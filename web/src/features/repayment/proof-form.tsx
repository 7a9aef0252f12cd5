import type { AnswerOf } from '@noren/contract/call';
import { repayDetail } from '@noren/contract/repayment';
import { type Proof, proofList, sendProof } from '@noren/contract/servicing';
import { useState } from 'react';
import { ApiError, type NoAnswer } from '../../api/api.ts';
import { refresh } from '../../api/hooks.tsx';
import { useUpload } from '../../api/use-upload.ts';
import { type Translate, useT } from '../../i18n/index.ts';
import { useForm } from '../../shared/forms/form.ts';
import { useUnsavedChangesPrompt } from '../../shared/forms/unsaved-changes.tsx';
import { HelpButton } from '../../shared/help/help.tsx';
import { CHANNEL_SCREENS } from '../../shared/loan/payment-channels.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { Trouble } from '../../ui/feedback/trouble.tsx';
import { CodeInput } from '../../ui/form/code-input.tsx';
import { DatePicker } from '../../ui/form/date-picker.tsx';
import { ErrorSummary } from '../../ui/form/error-summary.tsx';
import { Field } from '../../ui/form/field.tsx';
import { MoneyInput } from '../../ui/form/money-input.tsx';
import { SelectPicker } from '../../ui/form/select-picker.tsx';
import { Button, ButtonLink } from '../../ui/layout/button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Text } from '../../ui/layout/text.tsx';
import { ProofList, ProofSent } from './proof-list.tsx';
import { ProofPicture } from './proof-picture.tsx';
import {
  checkProof,
  daysOfPayment,
  describeRefusal,
  emptyProof,
  type ProofForm,
  toProofBody,
} from './proof-rules.ts';

type Detail = AnswerOf<typeof repayDetail>;
type Props = { detail: Detail; earlier: readonly Proof[]; back: `/${string}` };

/** The form of a proof, its result, and the earlier proofs. */
export function ProofFormView({ detail, earlier, back }: Props) {
  const t = useT();
  const [picture, setPicture] = useState<Blob>();
  const [isPictureRequired, setPictureRequired] = useState(false);
  const [sent, setSent] = useState<Proof>();
  const [error, setError] = useState<ApiError | NoAnswer | null>(null);
  const sending = useUpload(sendProof);
  const leaving = useUnsavedChangesPrompt(picture && !sent ? t('leave.picture') : undefined);

  const form = useForm<ProofForm>({
    draftName: `proof.${detail.repayId}`,
    initial: emptyProof,
    inMemoryOnly: ['utr'],
    check: (values) => checkProof(values, detail.asOfDay, t),
    error,
    refusal: (path, problem) => describeRefusal(path, problem, t),
  });

  const send = async () => {
    const isWhole = form.submit();
    setPictureRequired(true);

    if (!isWhole || !picture) return;

    setError(null);

    const body = { repayId: detail.repayId, ...toProofBody(form.values) };
    const answer = await sending.send({ body, file: picture }, setError);
    if (!answer) return;

    form.discardDraft();
    setSent(answer.proof);
    refresh(proofList, repayDetail);
  };

  if (sent)
    return (
      <Page
        title={t('proof.title')}
        back={back}
        right={<HelpButton />}
        footer={<ButtonLink to={back}>{t('proof.to_repay')}</ButtonLink>}
      >
        <ProofSent proof={sent} />
        <ProofList proofs={earlier.filter(({ proofId }) => proofId !== sent.proofId)} />
      </Page>
    );

  const noPicture = isPictureRequired && !picture ? t('proof.picture_missing') : undefined;
  const summary = [...form.summary, ...(noPicture ? [{ field: 'picture', text: noPicture }] : [])];

  return (
    <Page
      title={t('proof.title')}
      back={back}
      onBeforeBack={leaving.onBeforeBack}
      right={<HelpButton />}
      footer={
        <Button busy={sending.isSending} onClick={() => void send()}>
          {t('proof.send')}
        </Button>
      }
    >
      {leaving.question}
      <Text>{t('proof.lead')}</Text>
      <ErrorSummary key={form.attempts} errors={summary} />
      {error && form.failure !== undefined && <NotSentCallout error={error} t={t} />}
      <Fields form={form} detail={detail} />
      <ProofPicture picture={picture} onChange={setPicture} problem={noPicture} />
      {sending.isSending && (
        <ProgressBar value={Math.floor(sending.part * 100)} max={100} label={t('proof.sending')} />
      )}
      <ProofList proofs={earlier} />
    </Page>
  );
}

/** A refusal that concerns no field, or a lost request: the input and the picture are kept. */
function NotSentCallout({ error, t }: { error: ApiError | NoAnswer; t: Translate }) {
  return (
    <Trouble
      tone={error instanceof ApiError ? 'bad' : 'due'}
      title={error.message}
      text={error instanceof ApiError ? undefined : t('proof.kept')}
    />
  );
}

function Fields({ form, detail }: { form: ReturnType<typeof useForm<ProofForm>>; detail: Detail }) {
  const t = useT();
  const channels = detail.channels.map((channel) => ({
    value: channel as string,
    label: t(CHANNEL_SCREENS[channel].name),
  }));
  const { min, max } = daysOfPayment(detail.asOfDay);

  return (
    <>
      <Field label={t('proof.utr')} hint={t('proof.utr_hint')} {...form.field('utr')}>
        <CodeInput track="utr" {...form.control('utr')} />
      </Field>
      <Field label={t('proof.amount')} {...form.field('amount')}>
        <MoneyInput hasPaise track="paidAmount" {...form.control('amount')} />
      </Field>
      <Field group label={t('proof.paid_on')} {...form.field('paidOn')}>
        <DatePicker
          title={t('proof.paid_on')}
          {...{ min, max }}
          openAt={max}
          {...form.control('paidOn')}
        />
      </Field>
      <Field label={t('proof.channel')} {...form.field('channel')}>
        <SelectPicker title={t('proof.channel')} options={channels} {...form.control('channel')} />
      </Field>
    </>
  );
}

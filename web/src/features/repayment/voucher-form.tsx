import type { AnswerOf } from '@noren/contract/call';
import { repayDetail } from '@noren/contract/repayment';
import { sendVoucher, type Voucher, voucherList } from '@noren/contract/servicing';
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
import { DatePicker } from '../../ui/form/date-picker.tsx';
import { ErrorSummary } from '../../ui/form/error-summary.tsx';
import { Field } from '../../ui/form/field.tsx';
import { SelectPicker } from '../../ui/form/select-picker.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { Button, ButtonLink } from '../../ui/layout/button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Text } from '../../ui/layout/text.tsx';
import { VoucherList, VoucherSent } from './voucher-list.tsx';
import { VoucherPicture } from './voucher-picture.tsx';
import {
  checkVoucher,
  daysOfPayment,
  emptyVoucher,
  type VoucherForm,
  voucherOf,
  voucherRefusal,
} from './voucher-rules.ts';

type Detail = AnswerOf<typeof repayDetail>;
type Props = { detail: Detail; earlier: readonly Voucher[]; back: `/${string}` };

/** The form of a proof, its result, and the earlier proofs. */
export function VoucherFormView({ detail, earlier, back }: Props) {
  const t = useT();
  const [picture, setPicture] = useState<Blob>();
  const [isPictureRequired, setPictureRequired] = useState(false);
  const [sent, setSent] = useState<Voucher>();
  const [error, setError] = useState<ApiError | NoAnswer | null>(null);
  const sending = useUpload(sendVoucher);
  const leaving = useUnsavedChangesPrompt(picture && !sent ? t('leave.picture') : undefined);
  const form = useForm<VoucherForm>({
    draftName: `voucher.${detail.repayId}`,
    initial: emptyVoucher,
    inMemoryOnly: ['utr'],
    check: (values) => checkVoucher(values, detail.asOfDay, t),
    error,
    refusal: (path) => voucherRefusal(path, t),
  });
  const send = async () => {
    const isWhole = form.submit();
    setPictureRequired(true);
    if (!isWhole || !picture) return;
    setError(null);
    const body = { repayId: detail.repayId, ...voucherOf(form.values) };
    const answer = await sending.send({ body, file: picture }, setError);
    if (!answer) return;
    form.forget();
    setSent(answer.voucher);
    refresh(voucherList, repayDetail);
  };
  if (sent)
    return (
      <Page
        title={t('voucher.title')}
        back={back}
        right={<HelpButton />}
        footer={<ButtonLink to={back}>{t('voucher.to_repay')}</ButtonLink>}
      >
        <VoucherSent voucher={sent} />
        <VoucherList vouchers={earlier.filter(({ voucherId }) => voucherId !== sent.voucherId)} />
      </Page>
    );
  const noPicture = isPictureRequired && !picture ? t('voucher.picture_missing') : undefined;
  const summary = [...form.summary, ...(noPicture ? [{ field: 'picture', text: noPicture }] : [])];
  return (
    <Page
      title={t('voucher.title')}
      back={back}
      onBeforeBack={leaving.onBeforeBack}
      right={<HelpButton />}
      footer={
        <Button busy={sending.isSending} onClick={() => void send()}>
          {t('voucher.send')}
        </Button>
      }
    >
      {leaving.question}
      <Text>{t('voucher.lead')}</Text>
      <ErrorSummary key={form.attempts} errors={summary} />
      {error && form.failure !== undefined && <NotSentNotice error={error} t={t} />}
      <Fields form={form} detail={detail} />
      <VoucherPicture picture={picture} onChange={setPicture} problem={noPicture} />
      {sending.isSending && (
        <ProgressBar value={Math.floor(sending.part * 100)} max={100} label={t('voucher.sending')} />
      )}
      <VoucherList vouchers={earlier} />
    </Page>
  );
}

/** A refusal that concerns no field, or a lost request: the input and the picture are kept. */
function NotSentNotice({ error, t }: { error: ApiError | NoAnswer; t: Translate }) {
  return (
    <Trouble
      tone={error instanceof ApiError ? 'bad' : 'due'}
      title={error.message}
      text={error instanceof ApiError ? undefined : t('voucher.kept')}
    />
  );
}

function Fields({ form, detail }: { form: ReturnType<typeof useForm<VoucherForm>>; detail: Detail }) {
  const t = useT();
  const channels = detail.channels.map((channel) => ({
    value: channel as string,
    label: t(CHANNEL_SCREENS[channel].name),
  }));
  const { min, max } = daysOfPayment(detail.asOfDay);
  return (
    <>
      <Field label={t('voucher.utr')} hint={t('voucher.utr_hint')} {...form.field('utr')}>
        <TextInput
          track="utr"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={30}
          {...form.input('utr')}
        />
      </Field>
      <Field label={t('voucher.amount')} {...form.field('amount')}>
        <TextInput
          track="paidAmount"
          prefix="₹"
          inputMode="decimal"
          autoComplete="off"
          maxLength={14}
          {...form.input('amount')}
        />
      </Field>
      <Field group label={t('voucher.paid_on')} {...form.field('paidOn')}>
        <DatePicker title={t('voucher.paid_on')} {...{ min, max }} openAt={max} {...form.control('paidOn')} />
      </Field>
      <Field label={t('voucher.channel')} {...form.field('channel')}>
        <SelectPicker title={t('voucher.channel')} options={channels} {...form.control('channel')} />
      </Field>
    </>
  );
}

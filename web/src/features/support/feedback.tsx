import { CODES } from '@noren/contract/codes';
import {
  FEEDBACK_TYPES,
  feedbackList,
  MAX_FEEDBACK_LETTERS,
  saveFeedback,
  type Ticket,
} from '@noren/contract/support';
import { useState } from 'react';
import { ApiError, type NoAnswer } from '../../api/api.ts';
import { goToConfirm } from '../../api/confirm.ts';
import { refresh, useCall } from '../../api/hooks.tsx';
import { useUpload } from '../../api/use-upload.ts';
import { formatDay } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { useForm } from '../../shared/forms/form.ts';
import { useUnsavedChangesPrompt } from '../../shared/forms/unsaved-changes.tsx';
import { HelpButton } from '../../shared/help/help.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { CopyRow } from '../../ui/feedback/copy-row.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Trouble } from '../../ui/feedback/trouble.tsx';
import { ErrorSummary } from '../../ui/form/error-summary.tsx';
import { Field } from '../../ui/form/field.tsx';
import { SelectPicker } from '../../ui/form/select-picker.tsx';
import { TextArea } from '../../ui/form/text-area.tsx';
import { Button, ButtonLink } from '../../ui/layout/button.tsx';
import { Card, RowLink } from '../../ui/layout/card.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Text } from '../../ui/layout/text.tsx';
import { useSearchParams } from '../../ui/routing/router.tsx';
import { FeedbackPictures, useFeedbackPictures } from './feedback-pictures.tsx';
import {
  checkFeedback,
  describeRefusal,
  emptyFeedback,
  type FeedbackForm,
  TYPE_WORDS,
  toFeedback,
} from './feedback-rules.ts';
import { TicketList } from './ticket-list.tsx';

/** Feedback: type, text and pictures; its number; earlier feedback. */
export function FeedbackScreen() {
  const [sent, setSent] = useState<Ticket>();
  return sent ? (
    <SentCallout key="sent" ticket={sent} onAgain={() => setSent(undefined)} />
  ) : (
    <Write key="write" onSent={setSent} />
  );
}

function Write({ onSent }: { onSent: (ticket: Ticket) => void }) {
  const t = useT();
  const held = useFeedbackPictures();
  const { pictures } = held;
  const [error, setError] = useState<ApiError | NoAnswer | null>(null);
  const sending = useUpload(saveFeedback);
  const [search] = useSearchParams();
  const repayId = search.get('order');
  const form = useFeedbackForm(error);
  // The text is stored on the phone; pictures never are.
  const leaving = useUnsavedChangesPrompt(pictures.length > 0 ? t('feedback.leave') : undefined);

  const send = async () => {
    if (!form.submit()) return;

    setError(null);

    const answer = await sending.send(
      { body: toFeedback(form.values, repayId), files: pictures },
      setError,
    );
    if (!answer) return;

    form.discardDraft();
    refresh(feedbackList);
    onSent(answer.ticket);
  };

  const types = FEEDBACK_TYPES.map((type) => ({
    value: type as string,
    label: t(TYPE_WORDS[type]),
  }));

  return (
    <Page
      title={t('feedback.title')}
      onBeforeBack={leaving.onBeforeBack}
      right={<HelpButton />}
      footer={
        <Button busy={sending.isSending || held.waiting > 0} onClick={() => void send()}>
          {t('feedback.send')}
        </Button>
      }
    >
      {leaving.question}
      <Text>{t('feedback.lead')}</Text>
      {repayId !== null && <Text>{t('feedback.about_loan', { repayId })}</Text>}
      <ErrorSummary key={form.attempts} errors={form.summary} />
      {error && form.failure !== undefined && <NotSent error={error} />}
      <Field label={t('feedback.type')} {...form.field('type')}>
        <SelectPicker title={t('feedback.type')} options={types} {...form.control('type')} />
      </Field>
      <Field label={t('feedback.text')} hint={t('feedback.text_hint')} {...form.field('text')}>
        <TextArea
          track="feedbackText"
          rows={6}
          most={MAX_FEEDBACK_LETTERS}
          {...form.input('text')}
        />
      </Field>
      <FeedbackPictures held={held} />
      {sending.isSending && pictures.length > 0 && (
        <ProgressBar
          value={Math.floor(sending.part * 100)}
          max={100}
          label={t('feedback.sending')}
        />
      )}
      <EarlierTickets />
    </Page>
  );
}

function useFeedbackForm(error: ApiError | NoAnswer | null) {
  const t = useT();

  return useForm<FeedbackForm>({
    draftName: 'feedback',
    initial: emptyFeedback,
    check: (values) => checkFeedback(values, t),
    error,
    refusal: (path, problem) => describeRefusal(path, problem, t),
  });
}

function NotSent({ error }: { error: ApiError | NoAnswer }) {
  const t = useT();

  return (
    <Trouble
      tone={error instanceof ApiError ? 'bad' : 'due'}
      title={error.message}
      text={error instanceof ApiError ? undefined : t('feedback.kept')}
    />
  );
}

type SentCalloutProps = { ticket: Ticket; onAgain: () => void };

/** The confirmation: the ticket's number and reply date. */
function SentCallout({ ticket, onAgain }: SentCalloutProps) {
  const t = useT();
  // The history entry of the pictures' guard may remain: the phone's Back skips it.
  useUnsavedChangesPrompt(undefined);

  return (
    <Page
      title={t('feedback.sent')}
      back="profile"
      right={<HelpButton />}
      footer={
        <>
          <ButtonLink to="/user">{t('feedback.to_profile')}</ButtonLink>
          <Button kind="ghost" onClick={onAgain}>
            {t('feedback.again')}
          </Button>
        </>
      }
    >
      <Callout
        tone="good"
        title={t('feedback.thanks')}
        text={t('feedback.by', { day: formatDay(ticket.answerBy) })}
      />
      <Card rows label={t('feedback.number')}>
        <CopyRow label={t('feedback.number')} value={ticket.ticketNo} />
      </Card>
      <EarlierTickets but={ticket.ticketNo} />
    </Page>
  );
}

/** Earlier feedback; in a link session only after a code. */
function EarlierTickets({ but }: { but?: string }) {
  const t = useT();
  const { data, error, isFetching, refetch } = useCall(feedbackList, { isOptional: true });
  if (data) return <TicketList tickets={data.details.filter(({ ticketNo }) => ticketNo !== but)} />;

  if (error instanceof ApiError && error.code === CODES.confirmByCode)
    return (
      <Card rows label={t('feedback.earlier')}>
        <RowLink
          label={t('feedback.earlier')}
          note={t('feedback.earlier_code')}
          onClick={() => goToConfirm(false)}
        />
      </Card>
    );

  if (error)
    return (
      <ErrorState
        title={t('feedback.earlier_failed')}
        text={error.message}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );

  return <Skeleton height={6} />;
}

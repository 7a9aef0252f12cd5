import type { AnswerOf } from '@noren/contract/call';
import type { DocumentRequest } from '@noren/contract/document-request';
import { creditInfo, decideAgain } from '@noren/contract/loans';
import type { ReactNode } from 'react';
import { refresh, useSend } from '../../api/hooks.tsx';
import { formatDay, formatMoment } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { WaitingForLoan } from '../../ui/feedback/waiting-for-loan.tsx';
import { Button, ButtonLink } from '../../ui/layout/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { StepList } from '../../ui/layout/steps.tsx';
import { Stack, Text } from '../../ui/layout/text.tsx';
import { CancelWaitingLoan } from './cancel-waiting-loan.tsx';
import { Amount } from './hidden-amounts.tsx';

type Waiting = AnswerOf<typeof creditInfo>['waiting'];

/** Shown while the evaluation still runs after the countdown; the screen around it polls. */
export function EvaluatingView({ waiting }: { waiting: Waiting }) {
  const t = useT();

  return (
    <Card label={t('ui.amount_evaluated')}>
      <Stack gap={3}>
        <h2>{t('ui.amount_evaluated')}</h2>
        <StepList
          items={[
            { label: t('home.step_details'), state: 'done' },
            { label: t('home.step_amount'), state: 'now' },
            { label: t(waiting ? 'home.step_send' : 'home.step_choose'), state: 'todo' },
          ]}
        />
        {waiting ? <WaitingRequest waiting={waiting} /> : <Text>{t('home.evaluating_live')}</Text>}
      </Stack>
    </Card>
  );
}

/** The loan accepted already, and what happens to it next. */
function WaitingRequest({ waiting }: { waiting: NonNullable<Waiting> }) {
  const t = useT();

  return (
    <Stack gap={1}>
      <Text tone="ink">
        {waiting.productName} · <Amount paise={waiting.principalPaise} form="whole" />
      </Text>
      <Text>{t('home.will_send', { moment: formatMoment(waiting.acceptedAt) })}</Text>
      <CancelWaitingLoan proposalNo={waiting.proposalNo} />
    </Stack>
  );
}

type Reasons = readonly { id: string; text: string }[];

type ReviewViewProps = {
  reasons: Reasons;
  waiting: Waiting;
  requested: readonly DocumentRequest[];
};

/** A manual review: what happens, what comes next, and what the borrower can do in the meantime. */
export function ReviewView({ reasons, waiting, requested }: ReviewViewProps) {
  const t = useT();
  const [first] = requested;
  if (first) return <Requested request={first} />;

  const isAccountRefused = reasons.some(({ id }) => id === 'refused-name_differs');
  if (isAccountRefused)
    return (
      <Outcome
        icon="alert"
        title={t('home.account_title')}
        text={t('home.account_text')}
        reasons={reasons}
        action={<ButtonLink to="/modify-bank-info">{t('home.change_account')}</ButtonLink>}
      />
    );

  if (waiting)
    return (
      <Stack gap={4}>
        <WaitingForLoan
          productName={waiting.productName}
          amount={<Amount paise={waiting.netPaise} />}
          stage="review"
          usual={t('home.review_usual')}
          appliedAt={waiting.acceptedAt}
          since={waiting.acceptedAt}
          accountLast4={null}
        />
        <Text>{t('home.review_text')}</Text>
        <CancelWaitingLoan proposalNo={waiting.proposalNo} />
        <ContactService />
        <Reasons reasons={reasons} />
      </Stack>
    );

  return (
    <Stack gap={4}>
      <Card label={t('home.review_title')}>
        <Stack gap={3}>
          <h2>{t('home.review_title')}</h2>
          <StepList
            items={[
              { label: t('home.step_details'), state: 'done' },
              { label: t('home.step_person'), note: t('home.review_usual'), state: 'now' },
              { label: t('home.step_message'), state: 'todo' },
            ]}
          />
          <Text>{t('home.review_text')}</Text>
          <ContactService />
        </Stack>
      </Card>
      <Reasons reasons={reasons} />
    </Stack>
  );
}

/** A reviewer asked for one thing again: what and why, and the way to send it. */
function Requested({ request: { document, text, why } }: { request: DocumentRequest }) {
  const t = useT();
  const to = document === 'bankAccount' ? '/modify-bank-info' : `/send-again?at=${document}`;

  return (
    <div role="status">
      <Stack gap={4}>
        <EmptyState
          icon="alert"
          title={t('home.resend_title')}
          text={text}
          action={<ButtonLink to={to}>{t('home.resend_act')}</ButtonLink>}
        />
        <Card label={t('home.reasons')}>
          <Text>{why}</Text>
        </Card>
        <ContactService />
      </Stack>
    </div>
  );
}

type Again = AnswerOf<typeof creditInfo>['decideAgain'];

/**
 * Not approved: the reasons in plain words, and how it is decided again: after a correction, or
 * from a day on.
 */
export function DeclinedView({ reasons, again }: { reasons: Reasons; again: Again }) {
  const t = useT();

  return (
    <Outcome
      icon="document"
      title={t('home.declined_title')}
      text={t('home.declined_text')}
      reasons={reasons}
      action={
        <>
          {again?.isOpen && <DecideAgain />}
          {again && !again.isOpen && (
            <Text>{t('home.again_from', { day: formatDay(again.from) })}</Text>
          )}
          <ButtonLink kind="quiet" to="/data/details">
            {t('home.correct_data')}
          </ButtonLink>
        </>
      }
    />
  );
}

function DecideAgain() {
  const t = useT();
  const { send, isSending } = useSend(decideAgain);

  const ask = async () => {
    await send({});
    refresh(creditInfo);
  };

  return (
    <Button busy={isSending} onClick={() => void ask()}>
      {t('home.again')}
    </Button>
  );
}

type OutcomeProps = {
  icon: 'alert' | 'document';
  title: string;
  text: string;
  reasons: Reasons;
  action?: ReactNode;
};

function Outcome({ icon, title, text, reasons, action }: OutcomeProps) {
  return (
    <Stack gap={4}>
      <EmptyState
        icon={icon}
        title={title}
        text={text}
        action={
          <Stack gap={2}>
            {action}
            <ContactService />
          </Stack>
        }
      />
      <Reasons reasons={reasons} />
    </Stack>
  );
}

function ContactService() {
  const t = useT();
  return (
    <ButtonLink kind="ghost" to="/customer-service">
      {t('home.ask_service')}
    </ButtonLink>
  );
}

function Reasons({ reasons }: { reasons: Reasons }) {
  const t = useT();
  if (reasons.length === 0) return null;

  return (
    <Card label={t('home.reasons')}>
      <Stack gap={2}>
        <h2>{t('home.reasons')}</h2>
        <Stack gap={2} as="ul">
          {reasons.map((reason) => (
            <li key={reason.id}>{reason.text}</li>
          ))}
        </Stack>
      </Stack>
    </Card>
  );
}

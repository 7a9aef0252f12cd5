import { documentRequests } from '@noren/contract/certification';
import { UserStatus } from '@noren/core/people/status';
import { useCall } from '../../api/hooks.tsx';
import { useT } from '../../i18n/index.ts';
import { HelpButton } from '../../shared/help/help.tsx';
import { AppTabs } from '../../shared/navigation/app-tabs.tsx';
import { nextStepPath, useOnboardingStatus } from '../../shared/steps/certification-steps.ts';
import { Callout } from '../../ui/feedback/callout.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { ButtonLink } from '../../ui/layout/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Icon, type IconName } from '../../ui/layout/icon.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { type StepItem, StepList } from '../../ui/layout/steps.tsx';
import { Stack, Text } from '../../ui/layout/text.tsx';
import style from './identity-auth.module.css';

/**
 * The four parts: the status from which each is due, from which it is done, its duration, and what
 * to have at hand.
 */
const PARTS = [
  { name: 'survey', to: '/survey', due: 0, done: UserStatus.identityDue, minutes: 1, hand: [] },
  {
    name: 'identity',
    to: '/facial-auth/step-one',
    due: UserStatus.identityDue,
    done: UserStatus.personalInfoDue,
    minutes: 4,
    hand: ['pan', 'aadhaar'],
  },
  {
    name: 'personal',
    to: '/facial-auth/step-two',
    due: UserStatus.personalInfoDue,
    done: UserStatus.bankAccountDue,
    minutes: 3,
    hand: ['contacts'],
  },
  {
    name: 'bank',
    to: '/facial-auth/step-four',
    due: UserStatus.bankAccountDue,
    done: UserStatus.certified,
    minutes: 1,
    hand: ['bank'],
  },
] as const;

type Item = (typeof PARTS)[number]['hand'][number];

const ICONS = {
  pan: 'document',
  aadhaar: 'document',
  contacts: 'person',
  bank: 'order',
} as const satisfies Record<Item, IconName>;

/** The certification's overview: what is done, what is next, how long it takes. */
export function IdentityAuth() {
  const t = useT();
  const { bizStatus, error, retry } = useOnboardingStatus();
  const isDone = (bizStatus ?? 0) >= UserStatus.certified;
  const left = PARTS.filter((part) => part.done > (bizStatus ?? 0));
  const minutes = left.reduce((sum, part) => sum + part.minutes, 0);

  return (
    <Page
      title={t('certification.title')}
      heading="large"
      lead={
        isDone
          ? t('certification.lead_done')
          : t('certification.lead', { count: left.length, minutes })
      }
      back="/noren"
      right={<HelpButton />}
      footer={bizStatus !== undefined && <NextStepLink bizStatus={bizStatus} />}
      tabs={<AppTabs />}
    >
      {bizStatus === undefined ? (
        error ? (
          <ErrorState text={error.message} onRetry={retry} />
        ) : (
          <Skeleton height={16} />
        )
      ) : (
        <Stack gap={4}>
          <ProgressBar
            value={PARTS.length - left.length}
            max={PARTS.length}
            label={t('certification.progress', {
              done: PARTS.length - left.length,
              total: PARTS.length,
            })}
          />
          <RequestedAgain bizStatus={bizStatus} />
          <Card rows>
            <StepList items={PARTS.map((part) => toStepItem(part, bizStatus, t))} />
          </Card>
          {left.length > 0 && <AtHand parts={left} />}
          <Text size="sm">{t('certification.why')}</Text>
        </Stack>
      )}
    </Page>
  );
}

const LOOK_EVERY_MS = 5_000;

/** What a reviewer asked for again while the borrower is still in the steps after it. */
function RequestedAgain({ bizStatus }: { bizStatus: number }) {
  const t = useT();
  const isOn = bizStatus >= UserStatus.personalInfoDue && bizStatus < UserStatus.certified;
  const { data } = useCall(documentRequests, { isOptional: true, isOn, everyMs: LOOK_EVERY_MS });
  const request = data?.requests[0];
  if (!request) return null;

  return (
    <div role="status">
      <Callout
        tone="due"
        title={request.text}
        text={request.why}
        main={
          <ButtonLink to={`/send-again?at=${request.document}`}>{t('home.resend_act')}</ButtonLink>
        }
      />
    </div>
  );
}

function toStepItem(
  part: (typeof PARTS)[number],
  bizStatus: number,
  t: ReturnType<typeof useT>,
): StepItem {
  const isPassed = bizStatus >= part.done;
  const isDue = !isPassed && bizStatus >= part.due;
  // Once certified, the steps are closed: details are changed from the profile.
  const isOpen = bizStatus < UserStatus.certified && (isPassed || isDue);

  return {
    label: t(`certification.part_${part.name}`),
    note: isPassed
      ? t(isOpen ? 'certification.done_open' : 'certification.done')
      : t(`certification.needs_${part.name}`),
    ...(!isPassed && { aside: t('certification.minutes', { count: part.minutes }) }),
    state: isPassed ? 'done' : isDue ? 'now' : 'todo',
    ...(isOpen && { to: isPassed ? part.to : nextStepPath(bizStatus) }),
  };
}

/** What the remaining parts need, so that the user can have it at hand. */
function AtHand({ parts }: { parts: readonly (typeof PARTS)[number][] }) {
  const t = useT();
  const things = parts.flatMap(({ hand }) => [...hand]);

  return (
    <section className={style.hand}>
      <h2>{t('certification.at_hand')}</h2>
      {things.length > 0 && (
        <ul>
          {things.map((thing) => (
            <li key={thing}>
              <Icon name={ICONS[thing]} size={20} /> {t(`certification.hand_${thing}`)}
            </li>
          ))}
        </ul>
      )}
      <Text>{t('certification.resume')}</Text>
    </section>
  );
}

function NextStepLink({ bizStatus }: { bizStatus: number }) {
  const t = useT();
  return (
    <ButtonLink to={nextStepPath(bizStatus)}>
      {t(bizStatus >= UserStatus.certified ? 'certification.to_home' : 'certification.continue')}
    </ButtonLink>
  );
}

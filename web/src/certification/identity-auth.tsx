import { certifiedStatus } from '@noren/core/status';
import { useT } from '../i18n/index.ts';
import { HelpButton } from '../session-help.tsx';
import { placeOf, useStanding } from '../session-steps.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Page } from '../ui/page.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { ErrorState } from '../ui/states.tsx';
import { type StepItem, StepList } from '../ui/steps.tsx';
import { Stack, Text } from '../ui/text.tsx';

/** The four parts: from which status each is due, from which it is done, and about how long it takes. */
const PARTS = [
  { name: 'survey', to: '/survey', due: 0, done: 20, minutes: 0 },
  { name: 'identity', to: '/facial-auth/step-one', due: 20, done: 30, minutes: 3 },
  { name: 'personal', to: '/facial-auth/step-two', due: 30, done: 50, minutes: 1 },
  { name: 'bank', to: '/facial-auth/step-four', due: 50, done: 60, minutes: 1 },
] as const;

/** The certification's introduction: what is done, what comes next, how long it takes. */
export function IdentityAuth() {
  const t = useT();
  const { bizStatus, failed, retry } = useStanding();
  const isDone = (bizStatus ?? 0) >= certifiedStatus;
  const left = PARTS.filter((part) => part.done > (bizStatus ?? 0));
  const minutes = left.reduce((sum, part) => sum + part.minutes, 0);
  return (
    <Page
      title={t('certification.title')}
      heading="large"
      lead={isDone ? t('certification.lead_done') : t('certification.lead', { count: left.length, minutes })}
      back="/noren"
      right={<HelpButton />}
      footer={bizStatus !== undefined && <Onward bizStatus={bizStatus} />}
    >
      {bizStatus === undefined ? (
        failed ? (
          <ErrorState text={failed.message} onRetry={retry} />
        ) : (
          <Skeleton height={16} />
        )
      ) : (
        <Stack gap={4}>
          <ProgressBar
            value={PARTS.length - left.length}
            max={PARTS.length}
            label={t('certification.progress', { done: PARTS.length - left.length, total: PARTS.length })}
          />
          <Card rows>
            <StepList items={PARTS.map((part) => itemOf(part, bizStatus, t))} />
          </Card>
          <Text size="xs">{t('certification.why')}</Text>
        </Stack>
      )}
    </Page>
  );
}

function itemOf(part: (typeof PARTS)[number], bizStatus: number, t: ReturnType<typeof useT>): StepItem {
  const isPassed = bizStatus >= part.done;
  const isDue = !isPassed && bizStatus >= part.due;
  // Once certified, the steps are closed: details are changed from the profile.
  const isOpen = bizStatus < certifiedStatus && (isPassed || isDue);
  return {
    label: t(`certification.part_${part.name}`),
    note: isPassed
      ? t(isOpen ? 'certification.done_open' : 'certification.done')
      : t(`certification.needs_${part.name}`),
    state: isPassed ? 'done' : isDue ? 'now' : 'todo',
    ...(isOpen && { to: isPassed ? part.to : placeOf(bizStatus) }),
  };
}

function Onward({ bizStatus }: { bizStatus: number }) {
  const t = useT();
  return (
    <ButtonLink to={placeOf(bizStatus)}>
      {t(bizStatus >= certifiedStatus ? 'certification.to_home' : 'certification.continue')}
    </ButtonLink>
  );
}

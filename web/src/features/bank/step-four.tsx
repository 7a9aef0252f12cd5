import { viewAccount } from '@noren/contract/bank';
import { maySave, UserStatus } from '@noren/core/people/status';
import { useState } from 'react';
import { refresh } from '../../api/hooks.tsx';
import { useT } from '../../i18n/index.ts';
import { Rich } from '../../i18n/rich.tsx';
import { advanceOnboardingStatus, readSession } from '../../session/session.ts';
import { ConsentGate } from '../../shared/consent/consent.tsx';
import { HelpButton } from '../../shared/help/help.tsx';
import { keepEvaluationMark } from '../../shared/loan/evaluation.ts';
import { EvaluationDialogs } from '../../shared/loan/evaluation-dialogs.tsx';
import {
  nextStepPath,
  useBackTo,
  useOnboardingStatus,
} from '../../shared/steps/certification-steps.ts';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { ButtonLink } from '../../ui/layout/button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Text } from '../../ui/layout/text.tsx';
import { Link, useNavigate } from '../../ui/routing/router.tsx';
import { AccountCard, type SavedAccount } from './account-card.tsx';
import { AccountForm } from './account-form.tsx';
import { AccountLoading, useSavedAccount } from './account-loading.tsx';

/** Step four, which has no route guard: the payout account. */
export function StepFour() {
  const t = useT();
  const account = useSavedAccount();
  const onboarding = useOnboardingStatus();
  const onBeforeBack = useBackTo('/identity-auth');
  const failed = account.failed ?? onboarding.error;

  const retry = () => {
    onboarding.retry();
    account.retry();
  };

  if (account.now && onboarding.bizStatus !== undefined) {
    if (account.now.account) return <Saved account={account.now.account} />;

    if (maySave(onboarding.bizStatus, 'four'))
      return (
        <ConsentGate purpose="bank_account">
          <FirstAccount holderName={account.now.holderName} />
        </ConsentGate>
      );

    return <NotYet bizStatus={onboarding.bizStatus} />;
  }

  return <AccountLoading title={t('bank.title')} {...{ onBeforeBack, failed, retry }} />;
}

function FirstAccount({ holderName }: { holderName: string }) {
  const t = useT();
  const navigate = useNavigate();
  const onBeforeBack = useBackTo('/identity-auth');
  const [isSaved, setSaved] = useState(false);

  return (
    <>
      <AccountForm
        title={t('bank.title')}
        draftName="bank"
        holderName={holderName}
        saveText={t('bank.save')}
        savesOwn
        onBeforeBack={onBeforeBack}
        intro={
          <Text size="sm">
            <Rich
              id="bank.privacy_text"
              parts={{ link: (text) => <Link to="/privacy-policy">{text}</Link> }}
            />
          </Text>
        }
        onSaved={({ bizStatus }) => {
          saveStatus(bizStatus);
          setSaved(true);
        }}
      />
      {isSaved && (
        <EvaluationDialogs
          place="step"
          onHome={() => {
            navigate('/home', { replace: true });
            refresh(viewAccount);
          }}
        />
      )}
    </>
  );
}

/**
 * Stores the new status. If it completes the certification, also notes that the evaluation's result
 * must be announced.
 */
function saveStatus(bizStatus: number): void {
  const before = readSession().onboardingStatus?.bizStatus ?? 0;
  advanceOnboardingStatus(bizStatus);
  if (before < UserStatus.certified && bizStatus >= UserStatus.certified) keepEvaluationMark('due');
}

/** The finished step: the masked account, and a link to change it. */
function Saved({ account }: { account: SavedAccount }) {
  const t = useT();

  return (
    <Page
      title={t('bank.title')}
      back="/identity-auth"
      right={<HelpButton />}
      footer={
        <>
          <ButtonLink to="/home">{t('bank.to_home')}</ButtonLink>
          <ButtonLink kind="quiet" to="/modify-bank-info">
            {t('bank.change')}
          </ButtonLink>
        </>
      }
    >
      <AccountCard account={account} />
      <Text>{t('bank.saved_text')}</Text>
    </Page>
  );
}

/** Shown when the step is opened too early; links to the step that is due. */
function NotYet({ bizStatus }: { bizStatus: number }) {
  const t = useT();

  return (
    <Page title={t('bank.title')} back="/identity-auth" right={<HelpButton />}>
      <EmptyState
        icon="lock"
        title={t('bank.not_yet')}
        text={t('bank.not_yet_text')}
        action={<ButtonLink to={nextStepPath(bizStatus)}>{t('bank.go_on')}</ButtonLink>}
      />
    </Page>
  );
}

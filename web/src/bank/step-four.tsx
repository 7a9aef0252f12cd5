import { viewAccount } from '@noren/contract/bank';
import { realName } from '@noren/contract/certification';
import { maySave } from '@noren/core/status';
import { useSearchParams } from 'react-router';
import { useCall } from '../api-hooks.tsx';
import { useT } from '../i18n/index.ts';
import { ConsentGate } from '../session-consent.tsx';
import { HelpButton } from '../session-help.tsx';
import { placeOf, useBackTo, useStanding } from '../session-steps.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { AccountForm } from './account-form.tsx';
import { SavedAccount } from './saved-account.tsx';

/** Step four, which no guard stands before: the bank account money is paid to. */
export function StepFour() {
  const t = useT();
  const account = useCall(viewAccount, {});
  const name = useCall(realName, {});
  const [search] = useSearchParams();
  const standing = useStanding();
  const onBeforeBack = useBackTo('/identity-auth');
  const failed = account.error ?? name.error ?? standing.failed;
  const retry = () => {
    standing.retry();
    void account.refetch();
    void name.refetch();
  };
  if (account.data && name.data && standing.bizStatus !== undefined) {
    // From the profile, or after a payout that failed: another account in place of the saved one.
    if (account.data.account && !search.has('change')) return <SavedAccount account={account.data.account} />;
    if (maySave(standing.bizStatus, 'four'))
      return (
        <ConsentGate purpose="bank_account">
          <AccountForm holderName={name.data.name ?? ''} />
        </ConsentGate>
      );
    return <NotYet bizStatus={standing.bizStatus} />;
  }
  return (
    <Page title={t('bank.title')} onBeforeBack={onBeforeBack} right={<HelpButton />}>
      {failed ? <ErrorState text={failed.message} onRetry={retry} /> : <Skeleton lines={8} />}
    </Page>
  );
}

/** The address was opened before its turn: what comes first, and the way there. */
function NotYet({ bizStatus }: { bizStatus: number }) {
  const t = useT();
  return (
    <Page title={t('bank.title')} back="/identity-auth" right={<HelpButton />}>
      <EmptyState
        icon="lock"
        title={t('bank.not_yet')}
        text={t('bank.not_yet_text')}
        action={<ButtonLink to={placeOf(bizStatus)}>{t('bank.go_on')}</ButtonLink>}
      />
    </Page>
  );
}

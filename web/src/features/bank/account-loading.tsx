import { viewAccount } from '@noren/contract/bank';
import { realName } from '@noren/contract/real-name';
import { useCall } from '../../api/hooks.tsx';
import { HelpButton } from '../../shared/help/help.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { useIfscLookup } from './ifsc-lookup.ts';

/** The saved account, whether a payout to it is running, and the name the user confirmed. */
export function useSavedAccount() {
  const account = useCall(viewAccount, {});
  const name = useCall(realName, {});
  const { branch, isRequesting } = useIfscLookup(account.data?.account?.ifsc ?? '');
  // A branch that came later would move the form below it.
  const isLoaded = branch !== undefined || !isRequesting;

  return {
    now:
      isLoaded && account.data && name.data
        ? { ...account.data, holderName: name.data.name ?? '' }
        : undefined,
    failed: account.error ?? name.error,
    retry: () => {
      void account.refetch();
      void name.refetch();
    },
  };
}

type Props = {
  title: string;
  onBeforeBack: () => boolean;
  failed: Error | null;
  retry: () => void;
};

/** The page while the account loads, or after a failure. */
export function AccountLoading({ title, onBeforeBack, failed, retry }: Props) {
  return (
    <Page title={title} onBeforeBack={onBeforeBack} right={<HelpButton />}>
      {failed ? <ErrorState text={failed.message} onRetry={retry} /> : <Skeleton lines={8} />}
    </Page>
  );
}

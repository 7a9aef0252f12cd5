import { useState } from 'react';
import { refresh } from '../../api/hooks.tsx';
import { useT } from '../../i18n/index.ts';
import { ConsentGate } from '../../shared/consent/consent.tsx';
import { HelpButton } from '../../shared/help/help.tsx';
import { useBackTo } from '../../shared/steps/certification-steps.ts';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { ButtonLink } from '../../ui/layout/button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Text } from '../../ui/layout/text.tsx';
import { AccountCard, type SavedAccount } from './account-card.tsx';
import { AccountForm } from './account-form.tsx';
import { AccountLoading, useSavedAccount } from './account-loading.tsx';

/** Changes the payout account; needs a code, and is closed while a payout to it is running. */
export function ModifyBankInfo() {
  const t = useT();
  const { now, failed, retry } = useSavedAccount();
  const onBeforeBack = useBackTo('/user');
  const [saved, setSaved] = useState<{ last4: string }>();
  if (saved) return <ChangeDone last4={saved.last4} account={now?.account} />;
  if (!now)
    return <AccountLoading title={t('bank.change_title')} {...{ onBeforeBack, failed, retry }} />;

  return (
    <Change
      {...now}
      onChanged={(last4) => {
        setSaved({ last4 });
        // An order whose payout failed offers to change the account until it is loaded again.
        refresh();
      }}
    />
  );
}

type ChangeProps = NonNullable<ReturnType<typeof useSavedAccount>['now']> & {
  onChanged: (last4: string) => void;
};

function Change({ account, isPayoutRunning, holderName, onChanged }: ChangeProps) {
  const t = useT();
  const onBeforeBack = useBackTo('/user');
  const page = { title: t('bank.change_title'), onBeforeBack, right: <HelpButton /> };

  if (!account)
    return (
      <Page {...page}>
        <EmptyState
          title={t('bank.change_none')}
          action={<ButtonLink to="/facial-auth/step-four">{t('bank.go_on')}</ButtonLink>}
        />
      </Page>
    );

  if (isPayoutRunning)
    return (
      <Page {...page} footer={<ButtonLink to="/order">{t('bank.see_orders')}</ButtonLink>}>
        <Callout tone="due" title={t('bank.change_running')} text={t('bank.change_running_text')} />
        <AccountCard account={account} />
      </Page>
    );

  return (
    <ConsentGate purpose="bank_account">
      <AccountForm
        title={page.title}
        draftName="bank-change"
        holderName={holderName}
        saveText={t('bank.change_save')}
        onBeforeBack={onBeforeBack}
        intro={
          <>
            <h2>{t('bank.now')}</h2>
            <AccountCard account={account} />
            <Text>{t('bank.change_means')}</Text>
            <h2>{t('bank.change_new')}</h2>
          </>
        }
        onSaved={(_saved, typed) => onChanged(typed.accountNo.slice(-4))}
      />
    </ConsentGate>
  );
}

/** The success of the change, with the new account once it is loaded. */
function ChangeDone({
  last4,
  account,
}: {
  last4: string;
  account: SavedAccount | null | undefined;
}) {
  const t = useT();

  return (
    <Page
      title={t('bank.change_title')}
      back="/user"
      right={<HelpButton />}
      footer={
        <>
          <ButtonLink to="/user">{t('bank.to_profile')}</ButtonLink>
          <ButtonLink kind="quiet" to="/order">
            {t('bank.see_orders')}
          </ButtonLink>
        </>
      }
    >
      <div role="status">
        <Callout
          tone="good"
          title={t('bank.change_done')}
          text={t('bank.change_done_text', { last4 })}
        />
      </div>
      {account?.accountLast4 === last4 ? <AccountCard account={account} /> : <Skeleton lines={5} />}
    </Page>
  );
}

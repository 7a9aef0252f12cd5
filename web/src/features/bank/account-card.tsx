import type { AccountType, viewAccount } from '@noren/contract/bank';
import type { AnswerOf } from '@noren/contract/call';
import { formatMoment } from '../../i18n/format.ts';
import { type Translate, useT } from '../../i18n/index.ts';
import { Callout } from '../../ui/feedback/callout.tsx';
import { ButtonLink } from '../../ui/layout/button.tsx';
import { FactCard } from '../../ui/layout/card.tsx';
import { useIfscLookup } from './ifsc-lookup.ts';

/** The saved account, masked. */
export type SavedAccount = NonNullable<AnswerOf<typeof viewAccount>['account']>;

/** The account loans are paid to, and whether the bank has confirmed it. */
export function AccountCard({ account }: { account: SavedAccount }) {
  const t = useT();
  const { branch } = useIfscLookup(account.ifsc);
  const branchPlace = [branch?.branchName, branch?.city].filter(Boolean).join(', ');

  return (
    <>
      {account.validationState === 'waiting' && (
        <Callout title={t('bank.waiting')} text={t('bank.waiting_text')} />
      )}
      {account.validationState === 'refused' && (
        <Callout tone="bad" title={t('bank.refused')} text={t('bank.refused_text')} />
      )}
      {account.validationState !== 'refused' && account.payableFrom !== null && (
        <Callout
          title={t('bank.paid_from', { moment: formatMoment(account.payableFrom) })}
          text={t('bank.paid_from_text')}
          action={
            <ButtonLink kind="quiet" to="/modify-bank-info/face-check">
              {t('bank.pass_face')}
            </ButtonLink>
          }
        />
      )}
      <FactCard
        label={t('bank.now')}
        facts={[
          { id: 'bank', label: t('bank.bank'), value: account.bankName },
          { id: 'ifsc', label: t('bank.ifsc'), value: account.ifsc },
          ...(branchPlace === ''
            ? []
            : [{ id: 'branch', label: t('bank.branch_label'), value: branchPlace }]),
          ...(account.accountType
            ? [{ id: 'type', label: t('bank.type'), value: typeText(account.accountType, t) }]
            : []),
          { id: 'account', label: t('bank.account'), value: `•••• ${account.accountLast4}` },
          { id: 'holder', label: t('bank.holder'), value: account.holderName },
        ]}
      />
    </>
  );
}

function typeText(type: AccountType, t: Translate): string {
  return t(type === 1 ? 'bank.type_savings' : 'bank.type_current');
}

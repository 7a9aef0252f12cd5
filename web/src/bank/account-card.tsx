import type { AccountType, viewAccount } from '@noren/contract/bank';
import type { AnswerOf } from '@noren/contract/call';
import { type Translate, useT } from '../i18n/index.ts';
import { Card, Row } from '../ui/card.tsx';
import { Notice } from '../ui/notice.tsx';

/** The account that is saved, masked. */
export type SavedAccount = NonNullable<AnswerOf<typeof viewAccount>['account']>;

/** The account loans are paid to, and whether the bank has confirmed it. */
export function AccountCard({ account }: { account: SavedAccount }) {
  const t = useT();
  return (
    <>
      {account.standing === 'waiting' && <Notice title={t('bank.waiting')} text={t('bank.waiting_text')} />}
      {account.standing === 'refused' && <Notice tone="bad" title={t('bank.refused')} text={t('bank.refused_text')} />}
      <Card rows label={t('bank.now')}>
        <Row strong label={t('bank.bank')} value={account.bankName} />
        <Row strong label={t('bank.ifsc')} value={account.ifsc} />
        {account.accountType && <Row strong label={t('bank.type')} value={typeText(account.accountType, t)} />}
        <Row strong label={t('bank.account')} value={`•••• ${account.accountLast4}`} />
        <Row strong label={t('bank.holder')} value={account.holderName} />
      </Card>
    </>
  );
}

function typeText(type: AccountType, t: Translate): string {
  return t(type === 1 ? 'bank.type_savings' : 'bank.type_current');
}

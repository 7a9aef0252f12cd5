import type { viewAccount } from '@noren/contract/bank';
import type { AnswerOf } from '@noren/contract/call';
import { useT } from '../i18n/index.ts';
import { HelpButton } from '../session-help.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { Card, Row } from '../ui/card.tsx';
import { Page } from '../ui/page.tsx';
import { Text } from '../ui/text.tsx';

type Props = { account: NonNullable<AnswerOf<typeof viewAccount>['account']> };

/** The account that is saved already, masked; it is changed from the profile, with a code. */
export function SavedAccount({ account }: Props) {
  const t = useT();
  return (
    <Page
      title={t('bank.title')}
      back="/identity-auth"
      right={<HelpButton />}
      footer={<ButtonLink to="/home">{t('bank.to_home')}</ButtonLink>}
    >
      <Card rows>
        <Row strong label={t('bank.bank')} value={account.bankName} />
        <Row strong label={t('bank.ifsc')} value={account.ifsc} />
        <Row strong label={t('bank.account')} value={`•••• ${account.accountLast4}`} />
        <Row strong label={t('bank.holder')} value={account.holderName} />
      </Card>
      <Text>{t('bank.saved_text')}</Text>
    </Page>
  );
}

import type { Addendum } from '@noren/contract/servicing';
import { formatDay, formatMoney, formatPercent } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { Acknowledgement, useAcknowledgement } from '../../shared/loan/acknowledgement.tsx';
import { KfsSections } from '../../shared/loan/kfs-sections.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Trouble } from '../../ui/feedback/trouble.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { AmountRow, Card, Row } from '../../ui/layout/card.tsx';
import { Stack, Text } from '../../ui/layout/text.tsx';
import { Modal } from '../../ui/overlay/dialog.tsx';
import type { ExtensionFlow } from './use-extension.ts';

type Props = {
  extensionFlow: ExtensionFlow;
  addendum: Addendum;
  onPay: (addendum: Addendum) => void;
  onClose: () => void;
};

/**
 * The full addendum before the borrower agrees: paid today, paid later, APR, and that the principal
 * does not fall.
 */
export function AddendumView({ extensionFlow, addendum, onPay, onClose }: Props) {
  const t = useT();
  const word = useAcknowledgement(extensionFlow.isRead);
  const { isAccepted } = addendum;

  const pay = async () => {
    if (!isAccepted && !word.isRead) return word.remind();
    if (await extensionFlow.accept()) onPay(addendum);
  };

  const amount = formatMoney(addendum.payNowPaise);

  return (
    <Modal
      open
      title={t('extension.addendum')}
      onClose={onClose}
      actions={
        <>
          <Button busy={extensionFlow.isAccepting} onClick={() => void pay()}>
            {t(isAccepted ? 'repay.pay' : 'extension.accept', { amount })}
          </Button>
          <Button kind="ghost" disabled={extensionFlow.isAccepting} onClick={onClose}>
            {t('kfs.not_now')}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        {extensionFlow.trouble && <Trouble title={extensionFlow.trouble} />}
        <Text>{t('extension.lead', { day: formatDay(addendum.day) })}</Text>
        <Callout
          tone="due"
          title={t('extension.principal_stays')}
          text={t('extension.principal_stays_text', {
            amount: formatMoney(addendum.principalPaise),
          })}
        />
        <Summary addendum={addendum} />
        <KfsSections kfs={addendum} />
        <Text size="sm">
          {t('kfs.stored', { hash: addendum.hash.slice(0, 12), version: addendum.textVersion })}{' '}
          {t('extension.number', { number: addendum.addendumNo })}
        </Text>
        {isAccepted ? (
          <Text>{t('extension.accepted')}</Text>
        ) : (
          <Acknowledgement word={word}>{t('extension.acknowledge')}</Acknowledgement>
        )}
      </Stack>
    </Modal>
  );
}

/**
 * Paid now, paid later, and the cost of the extra days: the price in four lines above the full
 * table.
 */
function Summary({ addendum }: { addendum: Addendum }) {
  const t = useT();
  const cost = addendum.feePaise + addendum.gstPaise + addendum.extraInterestPaise;

  return (
    <Card rows label={t('extension.terms')}>
      <AmountRow label={t('extension.now')} value={formatMoney(addendum.payNowPaise)} />
      <AmountRow
        label={t('extension.then', { day: formatDay(addendum.newDueDay) })}
        value={formatMoney(addendum.payThenPaise)}
      />
      <Row strong label={t('extension.cost')} value={formatMoney(cost)} />
      <Row strong label={t('extension.apr')} value={formatPercent(addendum.aprHundredths * 100)} />
      <Row
        label={t('extension.times')}
        value={t('extension.times_of', { times: addendum.times, most: addendum.mostTimes })}
      />
    </Card>
  );
}

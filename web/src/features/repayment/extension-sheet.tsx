import type { AnswerOf } from '@noren/contract/call';
import type { repayDetail } from '@noren/contract/repayment';
import type { Addendum } from '@noren/contract/servicing';
import { useEffect } from 'react';
import { formatDay, formatMoney } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { Trouble } from '../../ui/feedback/trouble.tsx';
import { Card, RowLink } from '../../ui/layout/card.tsx';
import { Stack, Text } from '../../ui/layout/text.tsx';
import { Sheet } from '../../ui/overlay/dialog.tsx';
import { AddendumView } from './addendum-view.tsx';
import { type ExtensionFlow, useExtension } from './use-extension.ts';

type Detail = AnswerOf<typeof repayDetail>;
type Window = NonNullable<Detail['extension']>;
type Props = { detail: Detail; onPay: (addendum: Addendum) => void; onClose: () => void };

/** Moving the due date: the window, the number of days, then the addendum, accepted like the key facts. */
export function ExtensionSheet({ detail, onPay, onClose }: Props) {
  const extensionFlow = useExtension(detail.repayId);
  const { forget } = extensionFlow;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft is restored once
  useEffect(() => forget(), []);
  if (extensionFlow.addendum)
    return <AddendumView {...{ extensionFlow, onPay, onClose }} addendum={extensionFlow.addendum} />;
  return detail.extension && <Choice {...{ extensionFlow, detail, onClose }} window={detail.extension} />;
}

type ChoiceProps = { extensionFlow: ExtensionFlow; detail: Detail; window: Window; onClose: () => void };

/** Each number of days with its price and new due date; a tap opens the addendum, which agrees to nothing yet. */
function Choice({ extensionFlow, detail, window, onClose }: ChoiceProps) {
  const t = useT();
  const { opensOn, closesOn, isOpen, timesLeft } = window;
  return (
    <Sheet open title={t('extension.title')} onClose={onClose}>
      <Stack gap={4}>
        {extensionFlow.trouble && <Trouble title={extensionFlow.trouble} />}
        <Text>{t('extension.what', { amount: formatMoney(detail.principalOwedPaise) })}</Text>
        {isOpen && (
          <Stack gap={2}>
            <h3>{t('extension.by')}</h3>
            <Card rows label={t('extension.by')}>
              {window.choices.map(({ days, newDueDay, payNowPaise, costPaise }) => (
                <RowLink
                  key={days}
                  label={t('extension.choice', { days, day: formatDay(newDueDay) })}
                  note={t('extension.choice_price', {
                    amount: formatMoney(payNowPaise),
                    cost: formatMoney(costPaise),
                  })}
                  onClick={() => void extensionFlow.request(days)}
                />
              ))}
            </Card>
          </Stack>
        )}
        <Text>
          {t(isOpen ? 'extension.open' : 'extension.closed', {
            from: formatDay(opensOn),
            to: formatDay(closesOn),
            times: timesLeft,
          })}
        </Text>
      </Stack>
    </Sheet>
  );
}

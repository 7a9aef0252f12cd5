import type { AnswerOf } from '@noren/contract/call';
import type { repayDetail } from '@noren/contract/repayment';
import type { Addendum } from '@noren/contract/servicing';
import { useEffect, useState } from 'react';
import { formatDay, formatMoney } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { Trouble } from '../../ui/feedback/trouble.tsx';
import { focusField } from '../../ui/form/error-summary.tsx';
import { Field } from '../../ui/form/field.tsx';
import { RadioCards } from '../../ui/form/radio-cards.tsx';
import { Button } from '../../ui/layout/button.tsx';
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

function Choice({ extensionFlow, detail, window, onClose }: ChoiceProps) {
  const t = useT();
  const [days, setDays] = useState('');
  const [isJudged, setJudged] = useState(false);
  const { opensOn, closesOn, isOpen, timesLeft } = window;
  const see = () => {
    setJudged(true);
    if (days === '') focusField('days');
    else void extensionFlow.ask(Number(days));
  };
  return (
    <Sheet
      open
      title={t('extension.title')}
      onClose={onClose}
      actions={
        isOpen && (
          <Button busy={extensionFlow.isAsking} onClick={see}>
            {t('extension.see')}
          </Button>
        )
      }
    >
      <Stack gap={4}>
        {extensionFlow.trouble && <Trouble title={extensionFlow.trouble} />}
        <Text>{t('extension.what', { amount: formatMoney(detail.principalOwedPaise) })}</Text>
        <Text>
          {t(isOpen ? 'extension.open' : 'extension.closed', {
            from: formatDay(opensOn),
            to: formatDay(closesOn),
            times: timesLeft,
          })}
        </Text>
        {isOpen && (
          <Field
            group
            id="days"
            label={t('extension.by')}
            error={isJudged && days === '' ? t('extension.choose_days') : undefined}
          >
            <RadioCards
              options={window.days.map((count) => ({
                value: String(count),
                label: t('loans.days', { days: count }),
              }))}
              value={days}
              onChange={setDays}
            />
          </Field>
        )}
      </Stack>
    </Sheet>
  );
}

import type { RenewalView } from '@noren/contract/fields';
import { creditInfo, productList } from '@noren/contract/loans';
import { confirmDetails, personalData } from '@noren/contract/privacy';
import { markStale, refresh, useSend } from '../../api/hooks.tsx';
import { formatDay } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Trouble } from '../../ui/feedback/trouble.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { Stack, Text } from '../../ui/layout/text.tsx';
import { toast } from '../../ui/overlay/toast.tsx';

/** Why the details are to be confirmed, by when, and what waits for it. */
export function ConfirmLead({ renewal }: { renewal: RenewalView }) {
  const t = useT();
  const { state, dueDay, heldFrom } = renewal;

  return state === 'late' ? (
    <Callout
      tone="due"
      title={t('renewal.was_due', { day: formatDay(dueDay) })}
      text={t('renewal.late_text', { day: formatDay(heldFrom) })}
    />
  ) : (
    <Callout title={t('renewal.by', { day: formatDay(dueDay) })} text={t('renewal.open_text')} />
  );
}

/** Declares that the details above are right. An address that was never asked for comes first. */
export function ConfirmDetails({ onAddAddress }: { onAddAddress: (() => void) | null }) {
  const t = useT();
  const { send, isSending, error } = useSend(confirmDetails);

  const confirm = async () => {
    const renewed = await send({ body: {} });
    if (!renewed) return;

    toast(t('renewal.done', { day: formatDay(renewed.dueDay) }));
    markStale(creditInfo, productList);
    refresh(personalData);
  };

  if (onAddAddress)
    return (
      <Stack gap={2}>
        <Text size="sm">{t('renewal.address_first')}</Text>
        <Button onClick={onAddAddress}>{t('data.add_address')}</Button>
      </Stack>
    );

  return (
    <Stack gap={2}>
      {error && <Trouble title={error.message} />}
      <Text size="sm">{t('renewal.declare')}</Text>
      <Button busy={isSending} onClick={() => void confirm()}>
        {t('renewal.confirm')}
      </Button>
    </Stack>
  );
}

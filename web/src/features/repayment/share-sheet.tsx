import { makePaymentLink } from '@noren/contract/payment-link';
import { useState } from 'react';
import { useSend } from '../../api/hooks.tsx';
import { useT } from '../../i18n/index.ts';
import { share } from '../../shared/loan/share.ts';
import { CopyRow } from '../../ui/feedback/copy-row.tsx';
import { Trouble } from '../../ui/feedback/trouble.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Stack, Text } from '../../ui/layout/text.tsx';
import { Sheet } from '../../ui/overlay/dialog.tsx';

type Props = { repayId: string; onClose: () => void };

/** Shares a link by which somebody else pays the loan; it is made by the first tap. */
export function ShareSheet({ repayId, onClose }: Props) {
  const t = useT();
  const { send, isSending } = useSend(makePaymentLink);
  const [made, setMade] = useState<string>();
  const [isRefused, setRefused] = useState(false);

  const shareLink = async () => {
    const token = made ?? (await send({ body: { repayId } }))?.token;
    if (token === undefined) return;

    setMade(token);
    // A phone refuses to share when the link took so long that the tap no longer counts.
    setRefused(!(await share({ url: linkPage(token) }, t('pay.copied'))));
  };

  return (
    <Sheet
      open
      title={t('pay.share')}
      onClose={onClose}
      actions={
        <Button busy={isSending} onClick={() => void shareLink()}>
          {t('repay.share_link')}
        </Button>
      }
    >
      <Stack gap={4}>
        <Text tone="ink">{t('repay.share_seen')}</Text>
        <Text>{t('repay.share_ends')}</Text>
        {isRefused && <Trouble title={t('repay.share_refused')} />}
        {made !== undefined && (
          <Card rows label={t('repay.share_made')}>
            <CopyRow label={t('repay.share_made')} value={linkPage(made)} />
          </Card>
        )}
      </Stack>
    </Sheet>
  );
}

const linkPage = (token: string) => `${location.origin}${location.pathname}#/pay/${token}`;

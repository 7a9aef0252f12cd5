import {
  type ErasureState,
  requestErasure,
  stopErasure,
  viewErasure,
} from '@noren/contract/privacy';
import { useState } from 'react';
import { refresh, useCall, useSend } from '../../api/hooks.tsx';
import { formatDay, formatMoment } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { HelpButton } from '../../shared/help/help.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { NotLoaded } from '../../ui/feedback/states.tsx';
import { Trouble } from '../../ui/feedback/trouble.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { TermList } from '../../ui/layout/term-list.tsx';
import { Text } from '../../ui/layout/text.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';

/**
 * Erasure of the user's data: what is deleted, what is kept and why, what blocks it; and its
 * cancellation.
 */
export function EraseScreen() {
  const t = useT();
  const call = useCall(viewErasure, {});
  const { data } = call;
  const request = useSend(requestErasure);
  const stopping = useSend(stopErasure);
  const [isSure, setSure] = useState(false);

  const submit = async () => {
    await request.send({ body: {} });
    setSure(false);
    refresh(viewErasure);
  };

  const stop = async () => {
    if (!(await stopping.send({ body: {} }))) return;
    toast(t('data.erase_stopped_toast'));
    refresh(viewErasure);
  };

  const trouble = request.error ?? stopping.error;
  const mayRequest = data && data.state !== 'waiting' && data.blocks.length === 0;

  return (
    <Page
      title={t('data.erase')}
      back="/data"
      right={<HelpButton />}
      footer={
        data?.state === 'waiting' ? (
          <Button key="stop" busy={stopping.isSending} onClick={() => void stop()}>
            {t('data.erase_stop')}
          </Button>
        ) : (
          mayRequest && (
            <Button key="submit" onClick={() => setSure(true)}>
              {t('data.erase_ask')}
            </Button>
          )
        )
      }
    >
      {trouble && <Trouble title={trouble.message} />}
      {data ? (
        <ErasureStatus erasure={data} />
      ) : (
        <NotLoaded call={call}>
          <Skeleton lines={8} />
        </NotLoaded>
      )}
      <Dialog
        open={isSure}
        title={t('data.erase_sure')}
        onClose={() => setSure(false)}
        actions={
          <>
            <Button kind="ghost" busy={request.isSending} onClick={() => void submit()}>
              {t('data.erase_ask')}
            </Button>
            <Button kind="ghost" onClick={() => setSure(false)}>
              {t('data.erase_not')}
            </Button>
          </>
        }
      >
        <Text>{t('data.erase_wait', { days: data?.waitDays ?? 0 })}</Text>
      </Dialog>
    </Page>
  );
}

function ErasureStatus({ erasure }: { erasure: ErasureState }) {
  const t = useT();
  const { state, refusedBecause, dueAt, blocks, keepUntil, waitDays } = erasure;
  const stays = [
    t('data.erase_stays_books'),
    ...(keepUntil === null ? [] : [t('data.erase_stays_kyc', { day: formatDay(keepUntil) })]),
  ];

  return (
    <>
      <div aria-live="polite">
        {state === 'waiting' && dueAt !== null && (
          <Callout
            tone="due"
            title={t('data.erase_waiting', { at: formatMoment(dueAt) })}
            text={t('data.erase_waiting_text')}
          />
        )}
        {refusedBecause !== null && (
          <Callout
            tone="due"
            title={t('data.erase_was_refused')}
            text={t(`data.block_${refusedBecause}`)}
          />
        )}
        {state === 'stopped' && (
          <Callout
            tone="due"
            title={t('data.erase_was_stopped')}
            text={t('data.erase_was_stopped_text')}
          />
        )}
      </div>
      {blocks.length > 0 && (
        <Card label={t('data.blocked')}>
          <TermList
            terms={[
              { term: t('data.blocked'), text: blocks.map((block) => t(`data.block_${block}`)) },
            ]}
          />
        </Card>
      )}
      <Card>
        <TermList
          terms={[
            { term: t('data.erase_goes'), text: t('data.erase_goes_text') },
            { term: t('data.erase_stays'), text: stays },
          ]}
        />
      </Card>
      {state !== 'waiting' && blocks.length === 0 && (
        <Text>{t('data.erase_wait', { days: waitDays })}</Text>
      )}
    </>
  );
}

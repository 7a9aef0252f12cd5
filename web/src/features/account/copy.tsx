import type { AnswerOf } from '@noren/contract/call';
import {
  type DataExport,
  EXPORT_FORMATS,
  exportList,
  fetchExport,
  requestExport,
} from '@noren/contract/privacy';
import { goToConfirm } from '../../api/confirm.ts';
import { markStale, refresh, useCall, useSend } from '../../api/hooks.tsx';
import { formatMoment } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { HelpButton } from '../../shared/help/help.tsx';
import { FileSheet } from '../../shared/loan/document-viewer.tsx';
import { canUsePasskeys } from '../../shared/passkey/passkey.ts';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Trouble } from '../../ui/feedback/trouble.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { Card, Row, RowLink } from '../../ui/layout/card.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Stack, Text } from '../../ui/layout/text.tsx';
import { useOpenItem } from './open-item.ts';

type Format = (typeof EXPORT_FORMATS)[number];
const REFRESH_MS = 3_000;

/** A copy of the user's data: requested, prepared in the background, and saved after a code. */
export function CopyScreen() {
  const t = useT();
  const list = useCall(exportList, {
    everyMs: (answer) =>
      answer?.exports.some(({ state }) => state === 'making') ? REFRESH_MS : undefined,
  });
  const { send, isSending, error } = useSend(requestExport);
  const isBeingMade = list.data?.exports.some(({ state }) => state === 'making') ?? false;
  const requestCopy = async () => {
    if (await send({ body: {} })) refresh(exportList);
  };

  return (
    <Page
      title={t('data.copy')}
      back="/data"
      right={<HelpButton />}
      footer={
        list.data &&
        !isBeingMade && (
          <Button busy={isSending} onClick={() => void requestCopy()}>
            {t('data.copy_ask')}
          </Button>
        )
      }
    >
      <Text>{t('data.copy_lead')}</Text>
      <Text>{t('data.copy_safe')}</Text>
      {error && <Trouble title={error.message} />}
      <div aria-live="polite">{isBeingMade && <Callout title={t('data.copy_making')} />}</div>
      {list.data ? (
        <>
          <Hold list={list.data} />
          <Copies copies={list.data.exports.filter(({ state }) => state !== 'making')} />
        </>
      ) : list.error ? (
        <ErrorState
          text={list.error.message}
          busy={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      ) : (
        <Skeleton lines={3} />
      )}
    </Page>
  );
}

/** Why a copy waits on a phone that is new to the user, and the passkey that ends the wait. */
function Hold({ list: { exports, canProve } }: { list: AnswerOf<typeof exportList> }) {
  const t = useT();
  if (exports.every(({ state, heldUntil }) => state === 'gone' || heldUntil === null)) return null;

  const prove = () => {
    markStale(exportList);
    goToConfirm(false);
  };

  return (
    <Callout
      title={t('data.copy_held_why')}
      main={canProve && canUsePasskeys() && <Button onClick={prove}>{t('data.copy_prove')}</Button>}
    />
  );
}

function Copies({ copies }: { copies: readonly DataExport[] }) {
  const t = useT();
  const [of, open] = useOpenItem();
  const [exportId, format] = (of ?? '').split('.') as [string, Format?];
  const opened = copies.find((one) => one.exportId === exportId && one.state === 'ready');

  return (
    <>
      {copies.map((copy) => (
        <Copy key={copy.exportId} copy={copy} onOpen={(part) => open(`${copy.exportId}.${part}`)} />
      ))}
      {opened && (format === 'pdf' || format === 'json') && (
        <CopySheet
          exportId={exportId}
          format={format}
          title={t(`data.copy_${format}`)}
          onClose={() => open(null)}
        />
      )}
    </>
  );
}

function Copy({ copy, onOpen }: { copy: DataExport; onOpen: (format: Format) => void }) {
  const t = useT();
  const title = t('data.copy_of', { at: formatMoment(copy.requestedAt) });

  return (
    <section>
      <Stack gap={2}>
        <h2>{title}</h2>
        <Card rows label={title}>
          {copy.state === 'gone' ? (
            <Row label={t('data.copy_gone')} value="" />
          ) : copy.heldUntil !== null ? (
            <Row label={t('data.copy_held', { at: formatMoment(copy.heldUntil) })} value="" />
          ) : (
            EXPORT_FORMATS.map((format) => (
              <RowLink
                key={format}
                label={t(`data.copy_${format}`)}
                note={t('data.copy_until', { at: formatMoment(copy.expiresAt) })}
                onClick={() => onOpen(format)}
              />
            ))
          )}
        </Card>
      </Stack>
    </section>
  );
}

type SheetProps = { exportId: string; format: Format; title: string; onClose: () => void };

function CopySheet({ exportId, format, title, onClose }: SheetProps) {
  const fetched = useCall(fetchExport, { params: { exportId, format } });
  return <FileSheet title={title} request={fetched} onClose={onClose} />;
}

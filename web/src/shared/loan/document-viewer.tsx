import { type DocumentKind, viewDocument } from '@noren/contract/documents';
import { useEffect, useState } from 'react';
import { useCall } from '../../api/hooks.tsx';
import { useT } from '../../i18n/index.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { RowLink } from '../../ui/layout/card.tsx';
import { Stack, Text } from '../../ui/layout/text.tsx';
import { Sheet } from '../../ui/overlay/dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';

type Answer = {
  readonly fileName: string;
  readonly mediaType: string;
  readonly contentBase64: string;
};

/** A row that opens a document's sheet. */
export function DocumentRow({ documentId, label }: { documentId: string; label: string }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);

  return (
    <>
      <RowLink label={label} aside={t('docs.pdf')} onClick={() => setOpen(true)} />
      {isOpen && (
        <DocumentSheet documentId={documentId} title={label} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

/** The name of a document kind. */
export function useKindWords(): (kind: DocumentKind) => string {
  const t = useT();
  return (kind) => t(`docs.kind_${kind}`);
}

type Props = { documentId: string; title: string; onClose: () => void };

/**
 * Loads a document, then saves, opens or shares it with a second tap: browsers allow these only
 * shortly after a tap, and a slow network takes longer.
 */
export function DocumentSheet({ documentId, title, onClose }: Props) {
  const request = useCall(viewDocument, { params: { documentId } });
  return <FileSheet title={title} request={request} onClose={onClose} />;
}

/** What `useCall` returns of a file. */
type FileRequest = {
  data: Answer | undefined;
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
};
type FileProps = { title: string; request: FileRequest; onClose: () => void };

/** A sheet that loads a file and offers to save, open or share it. */
export function FileSheet({ title, request, onClose }: FileProps) {
  const t = useT();
  const ready = useFile(request.data);

  return (
    <Sheet open title={title} onClose={onClose} actions={ready && <FileActions ready={ready} />}>
      {ready ? (
        <Stack gap={2}>
          <Text size="sm">{t('docs.ready', { size: Math.ceil(ready.file.size / 1024) })}</Text>
          <Text size="sm">{t('docs.save_hint')}</Text>
        </Stack>
      ) : request.error ? (
        <ErrorState
          title={t('docs.failed')}
          text={request.error.message}
          busy={request.isFetching}
          onRetry={() => void request.refetch()}
        />
      ) : (
        <Stack gap={2}>
          <Text>{t('docs.making')}</Text>
          <Skeleton lines={2} />
        </Stack>
      )}
    </Sheet>
  );
}

interface ReadyFile {
  readonly file: File;
  /** Object URL, valid while the sheet is open. */
  readonly url: string;
}

function useFile(answer: Answer | undefined): ReadyFile | null {
  const [ready, setReady] = useState<ReadyFile | null>(null);
  useEffect(() => {
    if (!answer) return;

    const bytes = Uint8Array.from(atob(answer.contentBase64), (letter) => letter.charCodeAt(0));
    const file = new File([bytes], answer.fileName, { type: answer.mediaType });
    const url = URL.createObjectURL(file);

    setReady({ file, url });

    return () => {
      setReady(null);
      URL.revokeObjectURL(url);
    };
  }, [answer]);

  return ready;
}

function FileActions({ ready: { file, url } }: { ready: ReadyFile }) {
  const t = useT();

  const save = () => {
    const link = Object.assign(document.createElement('a'), { href: url, download: file.name });
    // Some browsers follow only links that are in the document.
    document.body.append(link);
    link.click();
    link.remove();
    toast(t('docs.saved', { name: file.name }));
  };

  const open = () => {
    if (!window.open(url, '_blank')) toast(t('docs.not_opened'));
  };

  return (
    <>
      <Button onClick={save}>{t('docs.save')}</Button>
      {canShare(file) && (
        <Button
          kind="ghost"
          onClick={() =>
            void share(file).then((isShared) => isShared || toast(t('docs.not_shared')))
          }
        >
          {t('docs.share')}
        </Button>
      )}
      <Button kind="ghost" onClick={open}>
        {t('docs.open')}
      </Button>
    </>
  );
}

/** Missing in some browsers, despite the types. */
function canShare(file: File): boolean {
  return navigator.canShare?.({ files: [file] }) ?? false;
}

/** @returns true also when the user cancelled */
async function share(file: File): Promise<boolean> {
  try {
    await navigator.share({ files: [file], title: file.name });
    return true;
  } catch (cause) {
    return cause instanceof DOMException && cause.name === 'AbortError';
  }
}

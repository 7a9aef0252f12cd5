import { useState } from 'react';
import { kitTexts } from '../texts/kit.ts';
import { Button } from './button.tsx';
import type { Trouble } from './states.tsx';
import { useToast } from './toast.tsx';

/** A downloaded file. */
export interface FetchedFile {
  readonly name: string;
  readonly content: Blob;
}

interface DownloadButtonProps {
  readonly text?: string;
  /** Fetches the file; throws if the server refuses. */
  readonly onFetch: () => Promise<FetchedFile>;
}

/** Fetches a file and saves it. */
export function DownloadButton({ text = kitTexts.download, onFetch }: DownloadButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const toast = useToast();

  const run = async (): Promise<void> => {
    setBusy(true);

    try {
      const file = await onFetch();
      save(file);
      toast(kitTexts.downloaded(file.name));
    } catch (cause) {
      toast((cause as Trouble).message, 'bad');
    } finally {
      setBusy(false);
    }
  };

  return (
    <Button icon="download" isBusy={isBusy} onPress={() => void run()}>
      {isBusy ? kitTexts.preparing : text}
    </Button>
  );
}

function save({ name, content }: FetchedFile): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

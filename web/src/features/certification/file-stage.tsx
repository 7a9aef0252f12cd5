import type { AnswerOf } from '@noren/contract/call';
import { readIdentityFile } from '@noren/contract/certification';
import { useState } from 'react';
import { useUpload } from '../../api/use-upload.ts';
import { useT } from '../../i18n/index.ts';
import { useBackTo } from '../../shared/steps/certification-steps.ts';
import { Button } from '../../ui/layout/button.tsx';
import { ReadFields } from './document-read.tsx';
import { FileForm, FilePage } from './file-form.tsx';

type Props = {
  /** Where Back leads on the screen the app was opened at. */
  backTo: string;
  onRead?: () => void;
  onNext: () => void;
};

/** The offline e-KYC file, sent instead of the code on a card. */
export function FileStage({ backTo, onRead, onNext }: Props) {
  const t = useT();
  const onBeforeBack = useBackTo(backTo);
  const { send, isSending } = useUpload(readIdentityFile);
  const [answer, setAnswer] = useState<AnswerOf<typeof readIdentityFile>>();

  if (!answer)
    return (
      <FileForm
        {...{ onBeforeBack, isSending }}
        send={async (file, shareCode, onFailure) => {
          const read = await send({ body: { shareCode }, file }, onFailure);
          if (read) setAnswer(read);
          if (read) onRead?.();

          return read !== undefined;
        }}
      />
    );

  return (
    <FilePage
      onBeforeBack={onBeforeBack}
      footer={<Button onClick={onNext}>{t('certification.next')}</Button>}
    >
      <ReadFields title="certification.file_read" fields={answer.fields} />
    </FilePage>
  );
}

import type { AnswerOf } from '@noren/contract/call';
import { type beginLostPhone, sendLostFile } from '@noren/contract/lost-phone';
import { useState } from 'react';
import { useUpload } from '../../api/use-upload.ts';
import { formatMoment } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Button, ButtonLink } from '../../ui/layout/button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Text } from '../../ui/layout/text.tsx';
import { Navigate, useLocation } from '../../ui/routing/router.tsx';
import { FaceStage } from './face-stage.tsx';
import { FileForm } from './file-form.tsx';

type ProofStart = AnswerOf<typeof beginLostPhone>;

/** Who lost the phone shows that the account is theirs: by the face, or by an offline file. */
export function LostPhoneProof() {
  const t = useT();
  const begun = useLocation().state as ProofStart | null;
  const [dueAt, setDueAt] = useState<number>();
  const [isFile, setFile] = useState(false);
  if (!begun) return <Navigate to="/lost-phone" replace />;
  if (dueAt !== undefined) return <Asked dueAt={dueAt} />;
  if (isFile) return <LostFile begun={begun} onAsked={setDueAt} onBack={() => setFile(false)} />;

  return (
    <FaceStage
      purpose="phone"
      isSaving={false}
      ticket={begun.ticket}
      onDone={(verdict) => {
        if (verdict && 'dueAt' in verdict && verdict.dueAt !== null) setDueAt(verdict.dueAt);
      }}
      backTo="/lost-phone"
      instead={
        begun.takesFile && (
          <div>
            <Button kind="ghost" onClick={() => setFile(true)}>
              {t('certification.file_instead')}
            </Button>
          </div>
        )
      }
    />
  );
}

type FileProps = { begun: ProofStart; onAsked: (dueAt: number) => void; onBack: () => void };

function LostFile({ begun: { ticket }, onAsked, onBack }: FileProps) {
  const t = useT();
  const { send, isSending } = useUpload(sendLostFile);

  return (
    <FileForm
      isSending={isSending}
      onBeforeBack={() => {
        onBack();
        return false;
      }}
      send={async (file, shareCode, onFailure) => {
        const answer = await send({ body: { ticket, shareCode }, file }, onFailure);
        if (answer) onAsked(answer.dueAt);
        return answer !== undefined;
      }}
    >
      <Text>{t('phone.file_of_new')}</Text>
    </FileForm>
  );
}

function Asked({ dueAt }: { dueAt: number }) {
  const t = useT();

  return (
    <Page
      title={t('lost.title')}
      back="/login"
      footer={
        <ButtonLink to="/login" replace>
          {t('lost.to_login')}
        </ButtonLink>
      }
    >
      <div role="status">
        <Callout
          tone="good"
          title={t('lost.asked', { at: formatMoment(dueAt) })}
          text={t('lost.asked_text')}
        />
      </div>
    </Page>
  );
}

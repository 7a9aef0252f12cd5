import type { AnswerOf } from '@noren/contract/call';
import { type beginLostPhone, sendLostFile } from '@noren/contract/lost-phone';
import { useUpload } from '../../api/use-upload.ts';
import { formatMoment } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Button, ButtonLink } from '../../ui/layout/button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Text } from '../../ui/layout/text.tsx';
import { Navigate, useLocation, useNavigate } from '../../ui/routing/router.tsx';
import { FaceStage } from './face-stage.tsx';
import { FileForm } from './file-form.tsx';

const PATH = '/lost-phone/proof';

type ProofStart = AnswerOf<typeof beginLostPhone>;

/** In the history entry, so that a reload shows what was shown. */
type ProofState = (ProofStart & { isFile?: boolean }) | { dueAt: number };

/** Who lost the phone shows that the account is theirs: by the face, or by an offline file. */
export function LostPhoneProof() {
  const t = useT();
  const navigate = useNavigate();
  const begun = useLocation().state as ProofState | null;
  if (!begun) return <Navigate to="/lost-phone" replace />;
  if ('dueAt' in begun) return <Asked dueAt={begun.dueAt} />;

  const show = (state: ProofState) => navigate(PATH, { state, replace: true });
  const showDue = (dueAt: number) => show({ dueAt });
  const chooseFile = (isFile: boolean) => show({ ...begun, isFile });

  if (begun.isFile)
    return <LostFile begun={begun} onAsked={showDue} onBack={() => chooseFile(false)} />;

  return (
    <FaceStage
      purpose="phone"
      isSaving={false}
      ticket={begun.ticket}
      onDone={(verdict) => {
        if (verdict && 'dueAt' in verdict && verdict.dueAt !== null) showDue(verdict.dueAt);
      }}
      backTo="/lost-phone"
      instead={
        begun.takesFile && (
          <div>
            <Button kind="ghost" onClick={() => chooseFile(true)}>
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

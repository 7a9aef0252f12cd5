import type { AnswerOf, BodyOf } from '@noren/contract/call';
import {
  type DocumentType,
  readingDetail,
  saveIdentity,
  viewPersonalInfo,
} from '@noren/contract/certification';
import { realName } from '@noren/contract/real-name';
import { listCardPictures } from '@noren/core/people/card-pictures';
import { type ReactNode, useState } from 'react';
import { markStale, useCall, useSend } from '../../api/hooks.tsx';
import { useT } from '../../i18n/index.ts';
import { clearDraft } from '../../session/drafts.ts';
import { ConsentGate } from '../../shared/consent/consent.tsx';
import { HelpButton } from '../../shared/help/help.tsx';
import { useBackTo, useNextStep } from '../../shared/steps/certification-steps.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Navigate, useNavigate, useSearchParams } from '../../ui/routing/router.tsx';
import { ConfirmStage, IDENTITY_DRAFT } from './confirm-stage.tsx';
import { isPlainlyRead } from './document-read.tsx';
import type { Reading } from './document-sending.ts';
import { DocumentStage } from './document-stage.tsx';
import { FaceSteps } from './face/face-intro.tsx';
import { FaceStage, mayBeginAtOnce } from './face-stage.tsx';
import { FileStage } from './file-stage.tsx';
import { LockerStage } from './locker-stage.tsx';

// Exported here to stay in this chunk. A third chunk with the face check would make the build move the
// check into the chunk that every form loads.
export { SendAgain } from './send-again.tsx';

type Detail = AnswerOf<typeof readingDetail>;
type IdentityForm = BodyOf<typeof saveIdentity>;

/**
 * The stages of the identity step, one per screen; the stage is in the address, so that Back
 * returns to the last one.
 */
type Stage = DocumentType | 'confirm' | 'face';

function listStages({ documents, isSigned, file }: Detail): readonly Stage[] {
  const readsCodes = file !== 'absent';
  return [...listCardPictures({ sent: documents, readsCodes, isSigned }), 'confirm', 'face'];
}

const STEP_PATH = '/facial-auth/step-one';
const FILE_PATH = `${STEP_PATH}?at=file`;
const LOCKER_PATH = `${STEP_PATH}?at=digilocker`;
const pathTo = (stage: Stage) => `${STEP_PATH}?at=${stage}`;

/**
 * Identity: pictures of the cards, confirmation of the readings, then the face check. Finished
 * stages are skipped; a card that was read goes on by itself.
 */
export function StepOne() {
  const { data, error, isFetching, refetch } = useCall(readingDetail, {});
  const [readHere, setReadHere] = useState<readonly Reading[]>([]);
  const [lastRead, setLastRead] = useState<Reading>();
  const [isFileRead, setFileRead] = useState(false);
  // On a slow connection the app knows of a reading before the full detail has been reloaded.
  const reload = () => void refetch().then(({ isSuccess }) => isSuccess && setReadHere([]));

  const onRead = (reading: Reading) => {
    setReadHere((before) => [...before, reading]);
    setLastRead(reading);
    reload();
  };

  const waiting = { error, isFetching, onRetry: reload };
  if (!data) return <LoadingStage {...waiting} />;

  const documents = [...new Set([...data.documents, ...readHere.map(({ type }) => type)])];
  const isSigned = data.isSigned || isFileRead || readHere.some(({ code }) => code === 'read');
  return (
    <Stages
      detail={{ ...data, documents, isSigned }}
      waiting={readHere.length > 0 && <LoadingStage {...waiting} />}
      lastRead={lastRead}
      onRead={onRead}
      onFileRead={() => {
        setFileRead(true);
        reload();
      }}
      onChanged={reload}
    />
  );
}

type LoadingStageProps = { error: Error | null; isFetching: boolean; onRetry: () => void };

function LoadingStage({ error, isFetching, onRetry }: LoadingStageProps) {
  const t = useT();
  const onBeforeBack = useBackTo('/identity-auth');

  return (
    <Page
      title={t('certification.part_identity')}
      onBeforeBack={onBeforeBack}
      right={<HelpButton />}
    >
      {error ? (
        <ErrorState text={error.message} onRetry={onRetry} busy={isFetching} />
      ) : (
        <Skeleton height={16} />
      )}
    </Page>
  );
}

type StagesProps = {
  detail: Detail;
  /** Shown instead of the confirm stage while not all readings are loaded. */
  waiting: ReactNode;
  lastRead: Reading | undefined;
  onRead: (reading: Reading) => void;
  onFileRead: () => void;
  onChanged: () => void;
};

function Stages(props: StagesProps) {
  const { detail, waiting, lastRead, onRead, onFileRead, onChanged } = props;
  const navigate = useNavigate();
  const openNextStep = useNextStep();
  const [confirmed, setConfirmed] = useState<IdentityForm>();
  const { send, isSending, error } = useSend(saveIdentity);
  const stages = listStages(detail);
  const { stage, isNamed, source } = useStage(detail, stages);

  const save = async (identity: IdentityForm) => {
    const answer = await send({ body: identity });
    if (!answer) {
      onChanged();
      return navigate(pathTo('confirm'), { replace: true });
    }

    clearDraft(IDENTITY_DRAFT);
    markStale(readingDetail, viewPersonalInfo, realName);
    openNextStep(answer.bizStatus);
  };

  // Put into the address, so that the reading stays on the screen when the next card becomes due.
  if (source) return <SourceForStep {...{ source, detail, onChanged }} onRead={onFileRead} />;
  if (!isNamed) return <Navigate to={pathTo(stage)} replace />;

  if (stage === 'confirm') {
    if (waiting) return waiting;
    return (
      <ConfirmStage
        detail={detail}
        stages={stages.length}
        readBefore={lastRead}
        isSending={isSending}
        error={error}
        onConfirm={(identity) => {
          setConfirmed(identity);
          if (detail.liveness === 'none') navigate(pathTo('face'));
          else void save(identity);
        }}
      />
    );
  }

  if (stage === 'face') {
    // After a page reload the confirmed values are lost, so the confirm stage is shown again.
    if (!confirmed) return <Navigate to={pathTo('confirm')} replace />;

    const onDone = () => void save(confirmed);
    return <FaceForStep stages={stages.length} isSaving={isSending} onDone={onDone} />;
  }

  const next = stages[stages.indexOf(stage) + 1] ?? 'confirm';
  return (
    <DocumentStage
      key={stage}
      type={stage}
      number={stages.indexOf(stage) + 1}
      stages={stages.length}
      readBefore={lastRead}
      isAlreadyRead={detail.documents.includes(stage)}
      isUnread={detail.unread.includes(stage)}
      {...(stage === 'aadhaarBack' && detail.file === 'none' && findInstead(detail))}
      readsCodes={detail.file !== 'absent'}
      onRead={(reading) => {
        // The card's values replace what was typed before.
        clearDraft(IDENTITY_DRAFT);
        onRead(reading);
        if (isPlainlyRead(reading)) navigate(STEP_PATH);
      }}
      onNext={() => navigate(pathTo(next))}
    />
  );
}

type FaceProps = { stages: number; isSaving: boolean; onDone: () => void };

/** The consent says how the check goes, and its button begins it. */
function FaceForStep({ stages, isSaving, onDone }: FaceProps) {
  const [opensAtOnce, setOpensAtOnce] = useState(false);
  const start = {
    about: <FaceSteps />,
    text: 'consent.agree_start' as const,
    onStart: () => setOpensAtOnce(true),
  };

  return (
    <ConsentGate
      purpose="face_check"
      onWithout={onDone}
      isBusy={isSaving}
      start={mayBeginAtOnce() ? start : undefined}
    >
      <FaceStage purpose="identity" {...{ stages, isSaving, onDone, opensAtOnce }} />
    </ConsentGate>
  );
}

const findInstead = ({ hasDigiLocker }: Detail) => ({
  fileTo: FILE_PATH,
  lockerTo: hasDigiLocker ? LOCKER_PATH : undefined,
});

/** Beside the stages: what is read instead of the code on a card. */
type Source = 'file' | 'digilocker';

type SourceProps = Pick<StagesProps, 'detail' | 'onChanged'> & {
  source: Source;
  onRead: () => void;
};

function SourceForStep({ source, detail, onRead, onChanged }: SourceProps) {
  const navigate = useNavigate();
  const stage = {
    backTo: pathTo('aadhaarBack'),
    onRead: () => {
      // The source's values replace what was typed before.
      clearDraft(IDENTITY_DRAFT);
      onRead();
    },
    // The card that is still missing, or the form that the source filled.
    onNext: () => navigate(STEP_PATH, { replace: true }),
  };

  return (
    <ConsentGate purpose="identity_documents">
      {source === 'file' ? (
        <FileStage {...stage} />
      ) : (
        <LockerStage {...stage} isRead={detail.file === 'read'} onOver={onChanged} />
      )}
    </ConsentGate>
  );
}

/**
 * The stage named in the address, but never one after the first missing card. `isNamed` says whether
 * the address names the stage returned.
 */
function useStage(
  { documents, file, hasDigiLocker }: Detail,
  stages: readonly Stage[],
): { stage: Stage; isNamed: boolean; source: Source | null } {
  const [params] = useSearchParams();
  const at = params.get('at');
  const due = stages.find((stage) => !documents.includes(stage as DocumentType)) ?? 'confirm';
  const requested = stages.find((stage) => stage === at);
  const isTooFar =
    requested !== undefined && due !== 'confirm' && stages.indexOf(requested) > stages.indexOf(due);

  return {
    stage: requested && !isTooFar ? requested : due,
    isNamed: requested !== undefined && !isTooFar,
    source:
      at === 'file' && file !== 'absent' ? at : at === 'digilocker' && hasDigiLocker ? at : null,
  };
}

import { documentRequests, readingDetail } from '@noren/contract/certification';
import type { DocumentRequest } from '@noren/contract/document-request';
import { creditInfo } from '@noren/contract/loans';
import { UserStatus } from '@noren/core/people/status';
import { type ReactNode, useRef } from 'react';
import { markStale, useCall } from '../../api/hooks.tsx';
import { useT } from '../../i18n/index.ts';
import { readSession } from '../../session/session.ts';
import { ConsentGate } from '../../shared/consent/consent.tsx';
import { HelpButton } from '../../shared/help/help.tsx';
import { useBackTo } from '../../shared/steps/certification-steps.ts';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { EmptyState, NotLoaded } from '../../ui/feedback/states.tsx';
import { ButtonLink } from '../../ui/layout/button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { useNavigate, useSearchParams } from '../../ui/routing/router.tsx';
import { DocumentStage } from './document-stage.tsx';
import { FaceStage } from './face-stage.tsx';
import { FileStage } from './file-stage.tsx';
import { LockerStage } from './locker-stage.tsx';

const SEND_AGAIN = '/send-again';

const startPath = () =>
  (readSession().onboardingStatus?.bizStatus ?? UserStatus.certified) >= UserStatus.certified
    ? '/home'
    : '/identity-auth';

/** Where what does instead of the card is sent. */
type Instead = { fileTo?: string; lockerTo?: string };

const findInstead = ({ takesDigiLocker }: { takesDigiLocker: boolean }): Instead => ({
  fileTo: `${SEND_AGAIN}?at=file`,
  ...(takesDigiLocker && { lockerTo: `${SEND_AGAIN}?at=digilocker` }),
});

/** What a reviewer asked for again: what and why, then the same screens as the first time. */
export function SendAgain() {
  const t = useT();
  const call = useCall(documentRequests, {});
  const { data, refetch } = call;
  const navigate = useNavigate();
  // It stays on the screen after it was sent, until the borrower goes on.
  const first = useRef<DocumentRequest>(undefined);

  first.current ??= data?.requests[0];

  const [params] = useSearchParams();
  const request = first.current;
  const instead = useRef<Instead>({});
  if (data?.takesFile) instead.current = findInstead(data);

  const goOn = async () => {
    markStale(documentRequests, creditInfo, readingDetail);

    const { data: left, isSuccess } = await refetch();
    first.current = undefined;
    navigate(isSuccess && left.requests.length > 0 ? SEND_AGAIN : startPath(), { replace: true });
  };

  const { fileTo, lockerTo } = instead.current;
  const isLocker = lockerTo && params.get('at') === 'digilocker';
  if (isLocker || (fileTo && params.get('at') === 'file')) {
    const stage = { backTo: SEND_AGAIN, onNext: () => void goOn() };

    return (
      <ConsentGate purpose="identity_documents">
        {isLocker ? (
          <LockerStage {...stage} isRead={!data?.takesDigiLocker} onOver={() => void refetch()} />
        ) : (
          <FileStage {...stage} />
        )}
      </ConsentGate>
    );
  }

  if (request && params.get('at') === request.document)
    return <Stage request={request} instead={instead.current} onDone={() => void goOn()} />;

  return (
    <Shell footer={request && <ToStage request={request} />}>
      {request ? (
        <Callout tone="due" title={request.text} text={request.why} />
      ) : data ? (
        <EmptyState
          icon="document"
          title={t('certification.resend_none')}
          text={t('certification.resend_none_text')}
        />
      ) : (
        <NotLoaded call={call}>
          <Skeleton height={9} />
        </NotLoaded>
      )}
    </Shell>
  );
}

function Shell({ footer, children }: { footer: ReactNode; children: ReactNode }) {
  const t = useT();
  const onBeforeBack = useBackTo(startPath());

  return (
    <Page
      title={t('certification.resend_title')}
      onBeforeBack={onBeforeBack}
      right={<HelpButton />}
      footer={footer ?? <ButtonLink to={startPath()}>{t('certification.to_home')}</ButtonLink>}
    >
      {children}
    </Page>
  );
}

function ToStage({ request: { document } }: { request: DocumentRequest }) {
  const t = useT();
  const to = document === 'bankAccount' ? '/modify-bank-info' : `${SEND_AGAIN}?at=${document}`;
  return <ButtonLink to={to}>{t('home.resend_act')}</ButtonLink>;
}

type StageProps = { request: DocumentRequest; instead: Instead; onDone: () => void };

function Stage({ request: { document, purpose = 'identity' }, instead, onDone }: StageProps) {
  if (document === 'bankAccount') return null;

  if (document === 'face')
    return (
      <ConsentGate purpose="face_check">
        <FaceStage purpose={purpose} isSaving={false} onDone={onDone} backTo={SEND_AGAIN} />
      </ConsentGate>
    );

  return (
    <ConsentGate purpose="identity_documents">
      <DocumentStage
        type={document}
        isAlreadyRead={false}
        isUnread={false}
        {...instead}
        readsCodes={instead.fileTo !== undefined}
        backTo={SEND_AGAIN}
        onRead={() => undefined}
        onNext={onDone}
      />
    </ConsentGate>
  );
}

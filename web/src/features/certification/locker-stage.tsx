import type { AnswerOf } from '@noren/contract/call';
import { openDigiLocker, readDigiLocker } from '@noren/contract/digilocker';
import { useEffect, useState } from 'react';
import { ApiError, type NoAnswer } from '../../api/api.ts';
import { useSend } from '../../api/hooks.tsx';
import { useT } from '../../i18n/index.ts';
import { HelpButton } from '../../shared/help/help.tsx';
import { useBackTo } from '../../shared/steps/certification-steps.ts';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Trouble } from '../../ui/feedback/trouble.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Text } from '../../ui/layout/text.tsx';
import { useNavigate, useSearchParams } from '../../ui/routing/router.tsx';
import { ReadFields } from './document-read.tsx';
import { Sending } from './sending.tsx';
import { isStepClosed, StepClosed } from './step-closed.tsx';
import { Why } from './why.tsx';

type Props = {
  /** Where Back leads on the screen the app was opened at. */
  backTo: string;
  /** The details have arrived, as far as this screen was told: another tab may have fetched them. */
  isRead: boolean;
  onRead?: () => void;
  /** The visit was over, so `isRead` may be out of date. */
  onOver: () => void;
  onNext: () => void;
};

/** DigiLocker instead of the code on a card: before its page is opened, and after the return. */
export function LockerStage({ backTo, isRead, onRead, onOver, onNext }: Props) {
  const t = useT();
  const onBeforeBack = useBackTo(backTo);
  const { answer, error, isReading, returned, read } = useReturn({ onRead, onOver });
  const visit = useSend(openDigiLocker);
  const [openError, setOpenError] = useState<ApiError | NoAnswer>();

  const open = async () => {
    setOpenError(undefined);
    const opened = await visit.send({ body: {} }, setOpenError);
    if (opened) location.assign(opened.page);
  };

  // Only such a return may still be worth something.
  const mayRepeat = error && !(error instanceof ApiError && error.data?.reason !== 'locker_silent');
  const failure = openError ?? error;
  const isDone = answer !== undefined || (isRead && failure !== undefined && isOver(failure));
  const isClosed = failure !== undefined && isStepClosed(failure);
  const footer = isDone ? (
    <Button onClick={onNext}>{t('certification.next')}</Button>
  ) : mayRepeat && !openError ? (
    <Button busy={isReading} onClick={() => void read()}>
      {t('ui.try_again')}
    </Button>
  ) : (
    <Button busy={isReading || visit.isSending} onClick={() => void open()}>
      {t('certification.locker_open')}
    </Button>
  );

  return (
    <Page
      title={t('certification.locker_title')}
      onBeforeBack={onBeforeBack}
      right={<HelpButton />}
      footer={isClosed ? undefined : footer}
    >
      {answer ? (
        <ReadFields title="certification.locker_read" fields={answer.fields} />
      ) : isDone ? (
        <Callout tone="good" title={t('certification.locker_read')} />
      ) : isReading ? (
        <Sending>{t('certification.locker_reading')}</Sending>
      ) : (
        <>
          {isClosed ? <StepClosed /> : <Failure error={failure} returned={returned} />}
          <Text>{t('certification.locker_how')}</Text>
          <Why id="certification.why_locker" />
        </>
      )}
    </Page>
  );
}

const isOver = (error: ApiError | NoAnswer): boolean =>
  error instanceof ApiError && error.data?.reason === 'locker_over';

interface LockerReturn {
  readonly code: string | null;
  readonly state: string | null;
  readonly error: string | null;
}

/** Reads what DigiLocker's page added to the address, once, and takes it out of there. */
function useReturn({
  onRead,
  onOver,
}: {
  onRead: Props['onRead'] | undefined;
  onOver: () => void;
}) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const [returned] = useState<LockerReturn>(() => ({
    code: params.get('code'),
    state: params.get('state'),
    error: params.get('error'),
  }));
  const { send, isSending } = useSend(readDigiLocker);
  const [answer, setAnswer] = useState<AnswerOf<typeof readDigiLocker>>();
  const [error, setError] = useState<ApiError | NoAnswer>();

  const { code, state } = returned;
  const isBack = code !== null && state !== null;
  const read = async () => {
    if (!isBack) return;
    setError(undefined);
    const body = { code, state };
    const fetched = await send({ body }, (failure) => {
      setError(failure);
      if (isOver(failure)) onOver();
    });
    if (!fetched) return;

    setAnswer(fetched);
    onRead?.();
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with what the screen opened with
  useEffect(() => {
    if (isBack || returned.error !== null)
      navigate('?at=digilocker', { replace: true, keepsKey: true });
    void read();
  }, []);

  const isReading = isSending || (isBack && !answer && !error);
  return { answer, error, isReading, returned, read };
}

type FailureProps = { error: ApiError | NoAnswer | undefined; returned: LockerReturn };

/** Why nothing came of the visit. */
function Failure({ error, returned }: FailureProps) {
  const t = useT();

  if (error) {
    const isRefused = error instanceof ApiError && error.data?.reason !== 'locker_silent';
    const title = isRefused ? 'certification.locker_refused' : 'certification.locker_not_fetched';
    return <Trouble tone={isRefused ? 'bad' : 'due'} title={t(title)} text={error.message} />;
  }
  if (returned.error === null) return null;

  const title = returned.error === 'access_denied' ? 'locker_denied' : 'locker_empty';
  return (
    <Trouble
      tone="due"
      title={t(`certification.${title}`)}
      text={t('certification.locker_denied_text')}
    />
  );
}

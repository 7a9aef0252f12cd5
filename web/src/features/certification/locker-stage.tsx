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
  /** The details have arrived, as far as this screen knows: another tab may have fetched them. */
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
  const { answer, error, isReading, returnedError, read } = useReturn({ onRead, onOver });
  const visit = useSend(openDigiLocker);

  const open = async () => {
    const opened = await visit.send({ body: {} });
    if (opened) location.assign(opened.page);
  };

  const failure = visit.error ?? error;
  const mayRepeat = error && !visit.error && !isRefusal(error);
  const isDone = answer !== undefined || (isRead && failure !== null && isVisitOver(failure));
  const isClosed = failure !== null && isStepClosed(failure);

  const footer = isDone ? (
    <Button onClick={onNext}>{t('certification.next')}</Button>
  ) : mayRepeat ? (
    <Button onClick={() => void read()}>{t('ui.try_again')}</Button>
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
          {isClosed ? <StepClosed /> : <Failure {...{ failure, returnedError }} />}
          <Text>{t('certification.locker_how')}</Text>
          <Why id="certification.why_locker" />
        </>
      )}
    </Page>
  );
}

const isVisitOver = (error: ApiError | NoAnswer): boolean =>
  error instanceof ApiError && error.data?.reason === 'locker_over';

/** Whether it is pointless to read the same return again. */
const isRefusal = (error: ApiError | NoAnswer): boolean =>
  error instanceof ApiError && error.data?.reason !== 'locker_silent';

/** Reads once what DigiLocker's page added to the address, and removes it from there. */
function useReturn({
  onRead,
  onOver,
}: {
  onRead: Props['onRead'] | undefined;
  onOver: () => void;
}) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const [{ code, state, error: returnedError }] = useState(() => ({
    code: params.get('code'),
    state: params.get('state'),
    error: params.get('error'),
  }));
  const { send, error } = useSend(readDigiLocker);
  const [answer, setAnswer] = useState<AnswerOf<typeof readDigiLocker>>();

  const isBack = code !== null && state !== null;
  const isReading = isBack && !answer && !error;

  const read = async () => {
    if (!isBack) return;

    const fetched = await send({ body: { code, state } }, (failure) => {
      if (isVisitOver(failure)) onOver();
    });
    if (!fetched) return;

    setAnswer(fetched);
    onRead?.();
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with what the screen opened with
  useEffect(() => {
    if (isBack || returnedError !== null)
      navigate('?at=digilocker', { replace: true, keepsKey: true });
    void read();
  }, []);

  return { answer, error, isReading, returnedError, read };
}

type FailureProps = {
  failure: ApiError | NoAnswer | null;
  /** The error that DigiLocker's page returned. */
  returnedError: string | null;
};

/** Why the visit brought nothing. */
function Failure({ failure, returnedError }: FailureProps) {
  const t = useT();

  if (failure) {
    const isRefused = isRefusal(failure);
    const title = isRefused ? 'certification.locker_refused' : 'certification.locker_not_fetched';

    return <Trouble tone={isRefused ? 'bad' : 'due'} title={t(title)} text={failure.message} />;
  }
  if (returnedError === null) return null;

  const title = returnedError === 'access_denied' ? 'locker_denied' : 'locker_empty';

  return (
    <Trouble
      tone="due"
      title={t(`certification.${title}`)}
      text={t('certification.locker_denied_text')}
    />
  );
}

import type { AnswerOf } from '@noren/contract/call';
import { checkLiveness, startLiveness } from '@noren/contract/certification';
import { checkLostFace, startLostFace } from '@noren/contract/lost-phone';
import type { Reason } from '@noren/contract/reasons';
import type { Place } from '@noren/core/people/coarse-place';
import type { FacePurpose } from '@noren/core/people/face-purpose';
import { useState } from 'react';
import { ApiError, NoAnswer } from '../../../api/api.ts';
import { useSend } from '../../../api/hooks.tsx';
import { now } from '../../../session/clock.ts';
import { type PictureFault, preparePicture } from '../../../ui/form/picture.ts';
import { forgetPlaceAnswer } from './place.ts';
import { useSecondsLeft } from './seconds-left.ts';
import type { Frames, LivenessTransaction } from './use-check.ts';

export type Verdict = AnswerOf<typeof checkLiveness> | AnswerOf<typeof checkLostFace>;

/** What is said of a check when it starts. */
type CheckStart = {
  purpose: FacePurpose;
  place: () => { place?: Place };
  ticket: string | undefined;
};

type Mode = 'camera' | 'upload';
type OnFault = (cause: ApiError | NoAnswer) => void;

/** The calls of a face check: of somebody who is signed in, or with the ticket of a lost phone. */
function useFaceCalls({ purpose, place, ticket }: CheckStart) {
  const start = useSend(startLiveness);
  const check = useSend(checkLiveness);
  const startLost = useSend(startLostFace);
  const checkLost = useSend(checkLostFace);

  return {
    isSending: check.isSending || checkLost.isSending,
    start: (mode: Mode, onFault: OnFault) =>
      ticket === undefined
        ? start.send({ body: { mode, purpose, ...place() } }, onFault)
        : startLost.send({ body: { ticket } }, onFault),
    check: async (
      { transactionId, files }: Frames,
      onProgress: (part: number) => void,
      onFault: OnFault,
    ): Promise<Verdict | undefined> => {
      const sent = { body: { transactionId }, files, onProgress };
      return ticket === undefined ? check.send(sent, onFault) : checkLost.send(sent, onFault);
    },
  };
}

/** Runs a face check and holds its result; calls `onPassed` once it is passed. */
export function useFaceCheck(onPassed: (verdict?: Verdict) => void, start: CheckStart) {
  const calls = useFaceCalls(start);
  const [verdict, setVerdict] = useState<Verdict>();
  const { unsent, setUnsent, secondsLeft, isLapsed, setLapsed } = useUnsentFrames();
  const [fault, setFault] = useState<PictureFault>();
  const [part, setPart] = useState(0);
  const [error, setError] = useState<Error | null>(null);

  const begin = async (mode: Mode): Promise<LivenessTransaction | undefined> => {
    setVerdict(undefined);
    setFault(undefined);
    setLapsed(false);
    setError(null);

    const startedAt = now();
    const transaction = await calls.start(mode, (cause) => {
      setError(cause);
      if (findReason(cause) === 'liveness_passed') onPassed();
    });

    return (
      transaction && { ...transaction, endsAt: startedAt + transaction.expiresInSeconds * 1000 }
    );
  };

  /** Sending the same frames again repeats the request, so that the check counts only once. */
  const send = async (frames: Frames): Promise<void> => {
    setUnsent(undefined);
    setError(null);
    setPart(0);

    const answer = await calls.check(frames, setPart, (cause) => {
      setError(cause);
      if (cause instanceof NoAnswer) setUnsent(frames);
    });
    if (!answer) return;

    setVerdict(answer);
    if (answer.outcome !== 'retry') forgetPlaceAnswer();
    if (answer.outcome === 'passed') onPassed(answer);
  };

  const upload = async (file: Blob): Promise<void> => {
    const prepared = await preparePicture(file);
    if (!prepared.ok) return setFault(prepared.fault);
    const transaction = await begin('upload');
    if (transaction) await send({ ...transaction, files: [prepared.picture] });
  };

  // The server refuses another check while an earlier one is in manual review.
  const isInReview = verdict?.outcome === 'review' || findReason(error) === 'liveness_in_review';
  // The server says so too if the answer to an earlier check was lost.
  const isPassed = verdict?.outcome === 'passed' || findReason(error) === 'liveness_passed';

  return {
    begin: () => begin('camera'),
    send,
    upload,
    sendAgain: async () => unsent && send(unsent),
    verdict,
    /** The request failed; the frames can be sent again for `secondsLeft`. */
    isNotSent: unsent !== undefined,
    secondsLeft,
    /** Why a chosen picture is rejected. */
    fault,
    error: isInReview || isPassed ? null : error,
    /** The check's three minutes ended before the frames arrived: repeat the poses. */
    isExpired: isLapsed || findReason(error) === 'liveness_expired',
    isInReview,
    isDone: isInReview || isPassed,
    isSending: calls.isSending,
    part,
  };
}

/** The frames that did not arrive. They are dropped when their time is over. */
function useUnsentFrames() {
  const [unsent, setUnsent] = useState<Frames>();
  const [isLapsed, setLapsed] = useState(false);
  const secondsLeft = useSecondsLeft(unsent?.endsAt, () => {
    setUnsent(undefined);
    setLapsed(true);
  });

  return { unsent, setUnsent, secondsLeft, isLapsed, setLapsed };
}

export type FaceCheck = ReturnType<typeof useFaceCheck>;

function findReason(error: Error | null): Reason | undefined {
  return error instanceof ApiError ? error.data?.reason : undefined;
}

import type { AnswerOf } from '@noren/contract/call';
import type { startLiveness } from '@noren/contract/certification';
import type { FrameReading, Pose } from '@noren/core/people/liveness';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Engine } from './engine.ts';
import { drawFrame, encodeFrame } from './frame.ts';
import { useSecondsLeft } from './seconds-left.ts';
import {
  advance,
  awaited,
  beginSequence,
  countFinished,
  resume,
  type Sequence,
} from './sequence.ts';

/** A started check; the server takes its frames until `endsAt` (UTC ms). */
export type LivenessTransaction = AnswerOf<typeof startLiveness> & { endsAt: number };
/** The frames of a check, one per pose in the drawn order. */
export type Frames = Pick<LivenessTransaction, 'transactionId' | 'endsAt'> & { files: Blob[] };

type Options = {
  video: RefObject<HTMLVideoElement | null>;
  engine: Engine | undefined;
  /** Whether the camera gives a picture. */
  isRunning: boolean;
  /** Starts a transaction; undefined after a refusal, which the caller shows. */
  begin: () => Promise<LivenessTransaction | undefined>;
  onFrames: (frames: Frames) => void;
};

type Check = {
  sequence: Sequence | undefined;
  /** Whole seconds until the transaction ends. */
  secondsLeft: number;
  /** The engine stopped, or the transaction was refused or has expired. */
  trouble: 'engine' | 'refused' | 'expired' | undefined;
  /** Starts again with a new transaction. */
  again: () => void;
};

/** The last seconds are reserved for sending. */
const SENDING_MS = 8_000;
const VIBRATION_MS = 60;
/** Fifteen frames a second are smooth enough and keep the phone cool. */
const LOOK_EVERY_MS = 66;

/**
 * Runs one face check: starts the transaction once camera and engine are ready, reads the frames,
 * keeps one per pose.
 */
export function useCheck({ video, engine, isRunning, begin, onFrames }: Options): Check {
  const [transaction, setTransaction] = useState<LivenessTransaction>();
  const [trouble, setTrouble] = useState<Check['trouble']>();
  const [sequence, setSequence] = useState<Sequence>();
  const frames = useRef(new Map<Pose, Blob>());
  const isReady = isRunning && engine !== undefined;
  const isWanted = isReady && transaction === undefined && trouble === undefined;

  const latest = useRef({ begin, onFrames, sequence });
  useEffect(() => {
    latest.current = { begin, onFrames, sequence: latest.current.sequence };
  });

  useEffect(() => {
    if (!isWanted) return;

    let isMounted = true;
    void latest.current.begin().then((drawn) => {
      if (!isMounted) return;
      if (!drawn) return setTrouble('refused');

      frames.current.clear();
      latest.current.sequence = beginSequence(drawn.poses);
      setSequence(latest.current.sequence);
      setTransaction(drawn);
    });

    return () => {
      isMounted = false;
    };
  }, [isWanted]);

  const take = async (
    reading: FrameReading,
    canvas: HTMLCanvasElement,
    now: number,
  ): Promise<void> => {
    const { sequence: before } = latest.current;
    if (!before || !transaction) return;

    const { next, taken } = advance(before, reading, now);
    if (taken) {
      frames.current.set(taken, await encodeFrame(canvas));
      navigator.vibrate?.(VIBRATION_MS);
    }

    latest.current.sequence = next;
    if (next !== before && looksOther(before, next)) setSequence(next);

    if (taken && awaited(next) === undefined) {
      const files = transaction.poses.flatMap((pose) => frames.current.get(pose) ?? []);
      latest.current.onFrames({ ...transaction, files });
    }
  };

  useReadings(
    { video, engine, isOn: isReady && transaction !== undefined && trouble === undefined },
    take,
    () => setTrouble('engine'),
  );

  // The camera was interrupted or has just started: the hold starts again.
  useEffect(() => {
    if (isReady && latest.current.sequence)
      latest.current.sequence = resume(latest.current.sequence);
  }, [isReady]);

  const secondsLeft = useSecondsLeft(transaction && transaction.endsAt - SENDING_MS, () =>
    setTrouble('expired'),
  );

  const again = () => {
    latest.current.sequence = undefined;
    setSequence(undefined);
    setTransaction(undefined);
    setTrouble(undefined);
  };

  return { sequence, secondsLeft, trouble, again };
}

function looksOther(a: Sequence, b: Sequence): boolean {
  return (
    countFinished(a) !== countFinished(b) ||
    a.hint !== b.hint ||
    a.held !== b.held ||
    a.isStuck !== b.isStuck ||
    (a.awaitedSince === null) !== (b.awaitedSince === null)
  );
}

type Reading = { video: Options['video']; engine: Engine | undefined; isOn: boolean };

/** Reads the video frame by frame while it is on. */
function useReadings(
  { video, engine, isOn }: Reading,
  take: (reading: FrameReading, canvas: HTMLCanvasElement, now: number) => Promise<void>,
  onExpired: () => void,
): void {
  const latest = useRef({ take, onExpired });
  useEffect(() => {
    latest.current = { take, onExpired };
  });

  useEffect(() => {
    if (!engine || !isOn) return;

    let isMounted = true;
    const canvas = document.createElement('canvas');

    const look = async () => {
      for (let last = 0; isMounted; ) {
        await new Promise(requestAnimationFrame);

        const now = performance.now();
        if (
          !isMounted ||
          now - last < LOOK_EVERY_MS ||
          !video.current ||
          !drawFrame(video.current, canvas)
        )
          continue;

        last = now;

        const { reading, ms } = await engine.read(await createImageBitmap(canvas));
        performance.measure('noren.face', { start: now, duration: ms });
        if (isMounted) await latest.current.take(reading, canvas, now);
      }
    };

    look().catch((cause: Error) => {
      if (!isMounted) return;
      console.warn('The face engine stopped', cause);
      latest.current.onExpired();
    });

    return () => {
      isMounted = false;
    };
  }, [video, engine, isOn]);
}

import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';

/** Why the camera gives no picture: denied, missing, or in use by another app or a call. */
export type CameraFault = 'denied' | 'missing' | 'busy';
export type CameraState = 'starting' | 'running' | CameraFault;

type Camera = {
  video: RefObject<HTMLVideoElement | null>;
  state: CameraState;
  /** Requests the camera again after a fault. */
  retry: () => void;
};

/**
 * A document needs enough pixels for its small print; a face is sent at 640 pixels, and a small
 * picture keeps the phone cool.
 */
const SIZES = {
  environment: { width: { ideal: 1920 }, height: { ideal: 1080 } },
  user: { width: { ideal: 640 }, height: { ideal: 480 } },
};

/**
 * Some phones mute the camera for a moment as it starts; a call or another app mutes it for longer.
 */
const MUTED_MS = 2_000;

/** Whether this page can request a camera: browsers hide the API outside a secure context. */
export function hasCamera(): boolean {
  return Boolean(navigator.mediaDevices?.getUserMedia);
}

/**
 * Streams the camera into a video element while the component is mounted and the page is visible:
 * the stream stops otherwise, and starts again when the page is visible again.
 * @param facing 'environment' for a document, 'user' for a face
 */
export function useCamera(facing: 'environment' | 'user'): Camera {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<CameraState>('starting');
  const [attempt, setAttempt] = useState(0);
  const isSeen = useSyncExternalStore(subscribeToSight, () => !document.hidden);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt opens a new stream
  useEffect(() => {
    if (!isSeen) return;

    let stream: MediaStream | undefined;
    let isMounted = true;

    const end = (last: CameraState) => {
      if (stream) stop(stream);
      if (isMounted) setState(last);
    };

    const run = async () => {
      const opened = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: facing, ...SIZES[facing] },
      });
      stream = opened;

      if (!isMounted || !video.current) return stop(opened);

      for (const track of opened.getTracks()) watch(track, () => end('busy'));
      video.current.srcObject = opened;
      await video.current.play();
      if (isMounted) setState('running');
    };

    setState('starting');
    run().catch((cause: Error) => end(toCameraFault(cause)));

    return () => {
      isMounted = false;
      if (stream) stop(stream);
    };
  }, [facing, isSeen, attempt]);

  return { video, state, retry: () => setAttempt((before) => before + 1) };
}

function subscribeToSight(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}

/** Reports when the camera is lost. */
function watch(track: MediaStreamTrack, onLost: () => void): void {
  let muted: ReturnType<typeof setTimeout> | undefined;
  track.onended = onLost;
  track.onmute = () => {
    muted = setTimeout(onLost, MUTED_MS);
  };
  track.onunmute = () => clearTimeout(muted);
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) {
    track.onmute = null;
    track.stop();
  }
}

function toCameraFault({ name }: Error): CameraFault {
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'missing';
}

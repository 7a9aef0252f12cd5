import { type RefObject, useEffect, useRef, useState } from 'react';

/** Why there is no picture from the camera: refused, not there, or taken by another app. */
export type CameraFault = 'denied' | 'missing' | 'busy';
type State = 'starting' | 'running' | CameraFault;

/** Whether this page may ask for a camera at all: browsers hide it from pages that are not secure. */
export function hasCamera(): boolean {
  return Boolean(navigator.mediaDevices?.getUserMedia);
}

/**
 * Runs the camera into a video element for as long as the component stands there; the stream stops with it.
 * @param facing 'environment' for a document, 'user' for a face
 */
export function useCamera(facing: 'environment' | 'user'): { video: RefObject<HTMLVideoElement | null>; state: State } {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<State>('starting');
  useEffect(() => {
    let stream: MediaStream | undefined;
    let isHere = true;
    const run = async () => {
      const size = { width: { ideal: 1920 }, height: { ideal: 1080 } };
      const opened = await navigator.mediaDevices.getUserMedia({ video: { facingMode: facing, ...size } });
      stream = opened;
      if (!isHere || !video.current) return stop(opened);
      video.current.srcObject = opened;
      await video.current.play();
      if (isHere) setState('running');
    };
    run().catch((cause: Error) => {
      if (stream) stop(stream);
      if (isHere) setState(faultOf(cause));
    });
    return () => {
      isHere = false;
      if (stream) stop(stream);
    };
  }, [facing]);
  return { video, state };
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function faultOf({ name }: Error): CameraFault {
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'missing';
}

import { type RefObject, useEffect, useState } from 'react';
import { canScan, startScan } from './find-code.ts';
import { savesData } from './saves-data.ts';

/** Between two frames, so that a slow phone stays cool. */
const EVERY_MS = 300;
/** A frame or two may be blurred; after this another card may be before the camera. */
const KEEPS_MS = 3_000;

/**
 * Looks for a card's signed code in what the camera shows, in a worker of its own. Where a browser
 * or the borrower's data saver stands against it, the server looks for the code on the picture.
 * @returns its digits while they are in view
 */
export function useCodeScan(
  video: RefObject<HTMLVideoElement | null>,
  isOn: boolean,
): string | undefined {
  const [digits, setDigits] = useState<string>();

  useEffect(() => {
    if (!isOn || savesData() || !canScan()) return;

    const worker = startScan();
    let seenAt = 0;
    let timer: ReturnType<typeof setTimeout>;

    const lookLater = () => {
      timer = setTimeout(look, EVERY_MS);
    };

    const look = async () => {
      try {
        const frame = await createImageBitmap(video.current as HTMLVideoElement);
        worker.postMessage(frame, [frame]);
      } catch {
        // The camera gave no frame yet.
        lookLater();
      }
    };

    worker.onmessage = ({ data }: MessageEvent<string | null>) => {
      if (data !== null) {
        seenAt = performance.now();
        setDigits(data);
      } else if (performance.now() - seenAt > KEEPS_MS) setDigits(undefined);

      lookLater();
    };

    worker.onerror = () => console.info('The code is looked for on the picture');
    void look();

    return () => {
      clearTimeout(timer);
      worker.terminate();
    };
  }, [video, isOn]);

  return digits;
}

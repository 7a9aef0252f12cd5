import { type RefObject, useEffect, useState } from 'react';
import { canScan, startScan } from './find-code.ts';

/** Between two frames, so that a slow phone stays cool. */
const EVERY_MS = 300;

/**
 * Looks for a card's signed code in what the camera shows, in a worker of its own. Where a browser
 * or the borrower's data saver stands against it, the server looks for the code on the picture.
 * @returns its digits once they are found
 */
export function useCodeScan(
  video: RefObject<HTMLVideoElement | null>,
  isOn: boolean,
): string | undefined {
  const [digits, setDigits] = useState<string>();
  const isLooking = isOn && digits === undefined;

  useEffect(() => {
    if (!isLooking || savesData() || !canScan()) return;

    const worker = startScan();
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
      if (data === null) lookLater();
      else setDigits(data);
    };
    worker.onerror = () => console.info('The code is looked for on the picture');
    void look();

    return () => {
      clearTimeout(timer);
      worker.terminate();
    };
  }, [video, isLooking]);

  return digits;
}

function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}

const MOST_PIXELS_A_SIDE = 640;
const QUALITIES = [0.85, 0.7, 0.5] as const;
const MOST_BYTES = 60_000;

/** Draws the part of a running video that is seen in its box (`object-fit: cover`), at most 640 pixels a side; false while there is none. */
export function drawFrame(video: HTMLVideoElement, canvas: HTMLCanvasElement): boolean {
  const { videoWidth, videoHeight, clientWidth, clientHeight } = video;
  if (videoWidth === 0 || clientWidth === 0 || clientHeight === 0) return false;
  const shape = clientWidth / clientHeight;
  const width = Math.min(videoWidth, videoHeight * shape);
  const height = Math.min(videoHeight, videoWidth / shape);
  const scale = Math.min(1, MOST_PIXELS_A_SIDE / Math.max(width, height));
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const [x, y] = [(videoWidth - width) / 2, (videoHeight - height) / 2];
  canvas.getContext('2d')?.drawImage(video, x, y, width, height, 0, 0, canvas.width, canvas.height);
  return true;
}

/** The canvas as a JPEG small enough for a slow connection. */
export async function keepFrame(canvas: HTMLCanvasElement): Promise<Blob> {
  let kept: Blob | null = null;
  for (const quality of QUALITIES) {
    kept = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
    if (kept && kept.size <= MOST_BYTES) break;
  }
  if (!kept) throw new Error('the canvas gave no picture');
  return kept;
}

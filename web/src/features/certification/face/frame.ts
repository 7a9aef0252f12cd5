const MAX_SIDE_PIXELS = 640;
const QUALITIES = [0.85, 0.7, 0.5] as const;
const MAX_BYTES = 60_000;

/**
 * Draws the visible part of a video (`object-fit: cover`), at most 640 pixels a side.
 * @returns false while the video has no picture
 */
export function drawFrame(video: HTMLVideoElement, canvas: HTMLCanvasElement): boolean {
  const { videoWidth, videoHeight, clientWidth, clientHeight } = video;
  if (videoWidth === 0 || clientWidth === 0 || clientHeight === 0) return false;

  const shape = clientWidth / clientHeight;
  const width = Math.min(videoWidth, videoHeight * shape);
  const height = Math.min(videoHeight, videoWidth / shape);
  const scale = Math.min(1, MAX_SIDE_PIXELS / Math.max(width, height));

  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);

  const [x, y] = [(videoWidth - width) / 2, (videoHeight - height) / 2];
  canvas.getContext('2d')?.drawImage(video, x, y, width, height, 0, 0, canvas.width, canvas.height);

  return true;
}

/** The canvas as a JPEG small enough for a slow connection. */
export async function encodeFrame(canvas: HTMLCanvasElement): Promise<Blob> {
  let jpeg: Blob | null = null;
  for (const quality of QUALITIES) {
    jpeg = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, 'image/jpeg', quality),
    );
    if (jpeg && jpeg.size <= MAX_BYTES) break;
  }

  if (!jpeg) throw new Error('the canvas gave no picture');

  return jpeg;
}

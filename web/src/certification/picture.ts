const MOST_PIXELS_A_SIDE = 1600;
const MOST_BYTES = 500_000;
const QUALITY = 0.88;
// Tried in turn until the picture is small enough; what is still larger after the last is sent so.
const QUALITIES = [QUALITY, 0.75, 0.6, 0.45] as const;

/**
 * A picture, taken or chosen, made small enough for a slow line: a JPEG of at most 1600 pixels a side and about 500 kB.
 * What the browser cannot read goes as it is, and the server says what is wrong with it.
 */
export async function shrinkPicture(file: Blob): Promise<Blob> {
  if (typeof createImageBitmap !== 'function') return file;
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch (cause) {
    console.info('The picture is sent as it is', (cause as Error).name);
    return file;
  }
  try {
    const { width, height } = bitmap;
    const scale = Math.min(1, MOST_PIXELS_A_SIDE / Math.max(width, height));
    if (scale === 1 && file.type === 'image/jpeg' && file.size <= MOST_BYTES) return file;
    const canvas = draw(bitmap, {
      from: { x: 0, y: 0, width, height },
      to: { width: Math.round(width * scale), height: Math.round(height * scale) },
    });
    let made: Blob = file;
    for (const quality of QUALITIES) {
      made = await toJpeg(canvas, quality);
      if (made.size <= MOST_BYTES) break;
    }
    return made;
  } finally {
    bitmap.close();
  }
}

/** The part of a running video that is seen in its box (`object-fit: cover`), as a JPEG. */
export function grabFrame(video: HTMLVideoElement): Promise<Blob> {
  const { videoWidth, videoHeight, clientWidth, clientHeight } = video;
  const shape = clientWidth > 0 && clientHeight > 0 ? clientWidth / clientHeight : videoWidth / videoHeight;
  const width = Math.min(videoWidth, videoHeight * shape);
  const height = Math.min(videoHeight, videoWidth / shape);
  const from = { x: (videoWidth - width) / 2, y: (videoHeight - height) / 2, width, height };
  return toJpeg(draw(video, { from, to: { width: Math.round(width), height: Math.round(height) } }), QUALITY);
}

type Box = { x: number; y: number; width: number; height: number };

function draw(source: CanvasImageSource, { from, to }: { from: Box; to: Omit<Box, 'x' | 'y'> }): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = to.width;
  canvas.height = to.height;
  canvas
    .getContext('2d')
    ?.drawImage(source, from.x, from.y, from.width, from.height, 0, 0, canvas.width, canvas.height);
  return canvas;
}

function toJpeg(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/jpeg', quality);
  });
}

const MOST_PIXELS_A_SIDE = 2000;
const QUALITY = 0.88;

/**
 * A chosen picture made small enough for a slow line: a JPEG of at most 2000 pixels a side. What the browser cannot
 * read goes as it is, and the server says what is wrong with it.
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
    const scale = Math.min(1, MOST_PIXELS_A_SIDE / Math.max(bitmap.width, bitmap.height));
    if (scale === 1 && file.type === 'image/jpeg' && file.size < 1_500_000) return file;
    return await drawJpeg(bitmap, {
      from: { x: 0, y: 0, width: bitmap.width, height: bitmap.height },
      to: { width: Math.round(bitmap.width * scale), height: Math.round(bitmap.height * scale) },
    });
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
  return drawJpeg(video, { from, to: { width: Math.round(width), height: Math.round(height) } });
}

type Box = { x: number; y: number; width: number; height: number };

function drawJpeg(source: CanvasImageSource, { from, to }: { from: Box; to: Omit<Box, 'x' | 'y'> }): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = to.width;
  canvas.height = to.height;
  canvas
    .getContext('2d')
    ?.drawImage(source, from.x, from.y, from.width, from.height, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/jpeg', QUALITY);
  });
}

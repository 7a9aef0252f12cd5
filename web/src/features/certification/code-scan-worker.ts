import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url';

// Otherwise the package fetches the file from a network address.
prepareZXingModule({ overrides: { locateFile: () => wasm } });

/** A code without a signature, such as one of before 2018, has fewer digits. */
const MIN_DIGITS = 700;

/** A frame of the camera, or a chosen picture. */
addEventListener('message', async ({ data }: MessageEvent<ImageBitmap | Blob>) => {
  try {
    postMessage(await findDigits(data instanceof Blob ? await createImageBitmap(data) : data));
  } catch (cause) {
    console.info('No code was looked for', (cause as Error).name);
    postMessage(null);
  }
});

async function findDigits(frame: ImageBitmap): Promise<string | null> {
  const { width, height } = frame;
  const canvas = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  canvas?.drawImage(frame, 0, 0);
  frame.close();
  if (!canvas) return null;

  const codes = await readBarcodes(canvas.getImageData(0, 0, width, height), {
    formats: ['QRCode'],
    maxNumberOfSymbols: 2,
    tryInvert: false,
  });
  const signed = codes
    .map(({ text }) => text)
    .filter((text) => text.length >= MIN_DIGITS && /^[0-9]+$/.test(text));

  // The small code of an e-Aadhaar lacks the photo that the large one has.
  return signed.sort((one, other) => other.length - one.length)[0] ?? null;
}

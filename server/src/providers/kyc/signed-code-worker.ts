import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { lowerPriority } from './lower-priority.ts';
import { type OpenPhoto, readJpeg2000 } from './read-jpeg-2000.ts';

export type CodeJob = { work: 'read'; picture: Uint8Array } | { work: 'photo'; photo: Uint8Array };
export type CodeAnswer = { texts?: string[]; pixels?: OpenPhoto | null };

lowerPriority();

const require = createRequire(import.meta.url);
// Otherwise the package fetches the file from a network address.
prepareZXingModule({
  overrides: {
    wasmBinary: new Uint8Array(readFileSync(require.resolve('zxing-wasm/reader/zxing_reader.wasm')))
      .buffer,
  },
});

async function work(job: CodeJob): Promise<CodeAnswer> {
  if (job.work === 'photo') return { pixels: await readJpeg2000(job.photo) };

  const codes = await readBarcodes(job.picture, {
    formats: ['QRCode'],
    maxNumberOfSymbols: 4,
    tryInvert: false,
  });
  return { texts: codes.map(({ text }) => text) };
}

parentPort?.on('message', async (job: CodeJob) => parentPort?.postMessage(await work(job)));

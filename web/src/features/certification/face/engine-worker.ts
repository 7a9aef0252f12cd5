import { startKernels } from './kernels.ts';
import type { EngineFault, FromEngine, PartName, Parts, ToEngine } from './messages.ts';
import { type Graph, planNetwork } from './network.ts';
import {
  type Networks,
  type Picture,
  readFace,
  type Square,
  type TrackedFace,
} from './read-face.ts';

let engine: Networks | undefined;
const tracked: TrackedFace = { pictures: 0 };

addEventListener('message', ({ data }: MessageEvent<ToEngine>) => {
  if (data.kind === 'load') void load(data.parts);
  else read(data.picture);
});

const post = (message: FromEngine): void => postMessage(message);

async function load(parts: Parts): Promise<void> {
  let fault: EngineFault = 'network';
  try {
    const files = await fetchAll(parts);
    fault = 'unable';
    engine = await start(files);
    post({ kind: 'ready' });
  } catch (cause) {
    post({ kind: 'failed', fault, why: String(cause) });
  }
}

async function fetchAll(parts: Parts): Promise<Record<PartName, ArrayBuffer>> {
  let bytes = 0;

  const fetchOne = async (name: PartName): Promise<[PartName, ArrayBuffer]> => {
    const { url, bytes: size } = parts[name];
    const response = await fetch(url, { credentials: 'omit' });
    if (!response.ok || !response.body) throw new Error(`${url}: ${response.status}`);

    const file = new Uint8Array(size);
    let at = 0;

    for (const reader = response.body.getReader(); ; ) {
      const { done, value } = await reader.read();
      if (done) break;

      file.set(value, at);
      at += value.length;
      bytes += value.length;
      post({ kind: 'loading', bytes });
    }

    if (at !== size) throw new Error(`${url}: ${at} bytes of ${size}`);

    return [name, file.buffer];
  };

  const names = Object.keys(parts) as PartName[];
  return Object.fromEntries(await Promise.all(names.map(fetchOne))) as Record<
    PartName,
    ArrayBuffer
  >;
}

async function start(files: Record<PartName, ArrayBuffer>): Promise<Networks> {
  const kernels = await startKernels(files.kernels);
  const parseGraph = (file: ArrayBuffer) => JSON.parse(new TextDecoder().decode(file)) as Graph;
  const detector = planNetwork(kernels, parseGraph(files.detectorGraph), files.detectorWeights);
  const mesh = planNetwork(kernels, parseGraph(files.meshGraph), files.meshWeights);

  // The first run packs the weights and takes long: it belongs to the progress bar, not to the
  // first picture.
  detector.run();
  mesh.run();

  return { detector, mesh };
}

function read(bitmap: ImageBitmap): void {
  const began = performance.now();
  try {
    if (!engine) throw new Error('picture received before the engine was ready');
    const reading = readFace(toPicture(bitmap), engine, tracked);
    post({ kind: 'read', reading, ms: performance.now() - began });
  } catch (cause) {
    post({ kind: 'failed', fault: 'unable', why: String(cause) });
  } finally {
    bitmap.close();
  }
}

const canvases = new Map<number, OffscreenCanvasRenderingContext2D>();

function toPicture(bitmap: ImageBitmap): Picture {
  const cut = ({ x, y, side, angle }: Square, to: number): Uint8ClampedArray => {
    const context =
      canvases.get(to) ??
      new OffscreenCanvas(to, to).getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('no canvas');

    canvases.set(to, context);
    context.resetTransform();
    context.fillRect(0, 0, to, to);
    context.translate(to / 2, to / 2);
    context.rotate(-angle);
    context.scale(to / side, to / side);
    context.drawImage(bitmap, -x, -y);

    return context.getImageData(0, 0, to, to).data;
  };

  return { width: bitmap.width, height: bitmap.height, cut };
}

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parentPort } from 'node:worker_threads';
import type { FaceResult, Human as HumanEngine } from '@vladmandic/human';
import type { FoundFace } from '../../platform/ports/kyc.ts';
import type { FaceAnswer, FacePicture, FaceRequest, SeenPicture } from './face.ts';
import { lowerPriority } from './lower-priority.ts';

lowerPriority();
const require = createRequire(import.meta.url);

// The engine fetches its models by URL; only files of the installed package are allowed.
globalThis.fetch = async (address) => {
  const url = new URL(String(address instanceof Request ? address.url : address));
  if (url.protocol !== 'file:') throw new TypeError('the face worker has no network');

  const json = url.pathname.endsWith('.json');
  return new Response(await readFile(fileURLToPath(url)), {
    headers: { 'content-type': json ? 'application/json' : 'application/octet-stream' },
  });
};

const engine = startEngine();

parentPort?.on('message', async (request: FaceRequest) => {
  parentPort?.postMessage(await answer(request));
});

async function answer({ frames, ahead, card }: FaceRequest): Promise<FaceAnswer> {
  const human = await engine;
  const seen: FaceResult[][] = [];

  for (const picture of [...frames, ...(card ? [card] : [])])
    seen.push(await detect(human, picture));

  const measureLikeness = (
    one: FaceResult[] | undefined,
    other: FaceResult[] | undefined,
  ): { likeness?: number } => {
    const [a, b] = [largest(one)?.embedding, largest(other)?.embedding];
    return a && b ? { likeness: human.match.similarity(a, b) } : {};
  };

  const toSeen = (faces: FaceResult[]): SeenPicture => ({
    faces: faces.map(toFoundFace),
    mesh: (largest(faces)?.mesh ?? []).map(([x, y]) => [x, y]),
    ...measureLikeness(seen[ahead], faces),
  });

  // The descriptors stay in this worker; only scores leave it.
  const { likeness } = card ? measureLikeness(seen[ahead], seen.at(-1)) : {};
  return {
    frames: seen.slice(0, frames.length).map(toSeen),
    ...(likeness === undefined ? {} : { similarity: likeness }),
  };
}

async function startEngine(): Promise<HumanEngine> {
  // The package does not export its wasm build; it lies beside the build that is exported.
  const dist = dirname(require.resolve('@vladmandic/human'));
  const { Human } = require(join(dist, 'human.node-wasm.js')) as { Human: typeof HumanEngine };
  const off = { enabled: false };
  const human = new Human({
    backend: 'wasm',
    wasmPath: join(dirname(require.resolve('@tensorflow/tfjs-backend-wasm')), '/'),
    wasmPlatformFetch: false,
    modelBasePath: pathToFileURL(join(dist, '..', 'models', '/')).href,
    debug: false,
    async: false,
    // No state may carry over from the picture before, which is another person's.
    cacheSensitivity: 0,
    filter: off,
    body: off,
    hand: off,
    object: off,
    gesture: off,
    segmentation: off,
    face: {
      enabled: true,
      detector: { maxDetected: 5, minConfidence: 0.3, rotation: true },
      mesh: { enabled: true },
      iris: off,
      emotion: off,
      description: { enabled: true },
      antispoof: { enabled: true },
      liveness: { enabled: true },
    },
  });

  await human.load();

  return human;
}

async function detect(
  human: HumanEngine,
  { pixels, width, height }: FacePicture,
): Promise<FaceResult[]> {
  const tensor = human.tf.tensor3d(new Uint8Array(pixels), [height, width, 3], 'int32');
  try {
    const result = await human.detect(tensor);
    if (result.error !== null) throw new Error(result.error);
    return result.face;
  } finally {
    human.tf.dispose(tensor);
  }
}

function largest(faces: FaceResult[] = []): FaceResult | undefined {
  return [...faces].sort((a, b) => b.box[2] * b.box[3] - a.box[2] * a.box[3])[0];
}

function toFoundFace({ box, score, rotation, live, real }: FaceResult): FoundFace {
  const { yaw, pitch, roll } = rotation?.angle ?? { yaw: 0, pitch: 0, roll: 0 };
  const [left, top, width, height] = box;

  return {
    box: { left, top, width, height },
    score,
    angles: { yaw, pitch, roll },
    ...(live === undefined ? {} : { live }),
    ...(real === undefined ? {} : { real }),
  };
}

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parentPort } from 'node:worker_threads';
import type { FaceResult, Human as HumanEngine } from '@vladmandic/human';
import type { FaceAnswer, FacePicture, FaceRequest, FoundFace } from './face.ts';

const require = createRequire(import.meta.url);

// The engine fetches its models by address; here that is a file of the installed package and nothing else.
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

async function answer(request: FaceRequest): Promise<FaceAnswer> {
  try {
    const human = await engine;
    if (request.pictures.length === 0) return { ok: true, faces: [] };
    const faces: FoundFace[][] = [];
    const descriptors: (number[] | undefined)[] = [];
    for (const picture of request.pictures) {
      const found = await detect(human, picture);
      faces.push(found.map(toFoundFace));
      descriptors.push(largest(found)?.embedding);
    }
    const [one, other] = descriptors;
    const similarity = one === undefined || other === undefined ? undefined : human.match.similarity(one, other);
    return { ok: true, faces: faces[0]!, ...(similarity === undefined ? {} : { similarity }) };
  } catch (cause) {
    return { ok: false, message: cause instanceof Error ? cause.message : String(cause) };
  }
}

async function startEngine(): Promise<HumanEngine> {
  // The package does not export its wasm build by name, so it is reached beside the one it does.
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
    // Each picture stands alone: nothing may be carried over from the one before, which is another person's.
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

async function detect(human: HumanEngine, { pixels, width, height }: FacePicture): Promise<FaceResult[]> {
  const tensor = human.tf.tensor3d(new Uint8Array(pixels), [height, width, 3], 'int32');
  try {
    const result = await human.detect(tensor);
    if (result.error !== null) throw new Error(result.error);
    return result.face;
  } finally {
    human.tf.dispose(tensor);
  }
}

function largest(faces: FaceResult[]): FaceResult | undefined {
  return [...faces].sort((a, b) => b.box[2] * b.box[3] - a.box[2] * a.box[3])[0];
}

function toFoundFace(face: FaceResult): FoundFace {
  const [left, top, width, height] = face.box;
  const angle = face.rotation?.angle ?? { yaw: 0, pitch: 0, roll: 0 };
  return {
    box: { left, top, width, height },
    score: face.score,
    yaw: angle.yaw,
    pitch: angle.pitch,
    roll: angle.roll,
    ...(face.live === undefined ? {} : { live: face.live }),
    ...(face.real === undefined ? {} : { real: face.real }),
  };
}

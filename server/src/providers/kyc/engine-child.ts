import sharp from 'sharp';
import { KycEngineError } from '../../platform/ports/kyc.ts';
import { makeKycEngine } from './engine.ts';
import type { FromEngineProcess, ToEngineProcess } from './engine-process.ts';
import { lowerPriority } from './lower-priority.ts';

// Before any thread is started: threads inherit the priority.
lowerPriority();

// The decoders of native code that a picture can reach: those of the formats that are taken in, and
// SVG, in which the engine itself draws over a picture.
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Svg'].map((format) => `VipsForeignLoad${format}`);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: LOADERS });

const engine = makeKycEngine({ jobMs: Number(process.argv[2]) });

process.on('message', async (request: ToEngineProcess) => {
  const response = await work(request);
  // The server may have ended meanwhile.
  if (process.connected) process.send?.(response);
});

// Ctrl+C reaches every process of the terminal, and a service manager's SIGTERM every one of the
// service: a picture that is being read is read to its end. The server disconnects when it has no
// more work.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);

process.once('disconnect', async () => {
  await engine.close();
  process.exit();
});

async function work({ id, work, args }: ToEngineProcess): Promise<FromEngineProcess> {
  try {
    const does = engine[work] as (...args: unknown[]) => Promise<unknown>;
    return { id, ok: true, value: await does(...args) };
  } catch (cause) {
    const reason = cause instanceof KycEngineError ? cause.reason : null;

    return {
      id,
      ok: false,
      reason,
      message: cause instanceof Error ? cause.message : String(cause),
    };
  }
}

import { KycEngineError } from '../../platform/ports/kyc.ts';
import { makeKycEngine } from './engine.ts';
import type { FromEngineProcess, ToEngineProcess } from './engine-process.ts';
import { lowerPriority } from './lower-priority.ts';

// Before any other thread is there: each inherits it.
lowerPriority();

const engine = makeKycEngine();

process.on('message', async (asked: ToEngineProcess) => {
  const told = await work(asked);
  // Nobody listens any more when the server has gone.
  if (process.connected) process.send?.(told);
});
// Ctrl+C reaches every process of the terminal; the server says when it has no more work.
process.on('SIGINT', () => undefined);
process.once('disconnect', async () => {
  await engine.close();
  process.exit();
});

async function work({ id, work, given }: ToEngineProcess): Promise<FromEngineProcess> {
  try {
    const does = engine[work] as (...given: unknown[]) => Promise<unknown>;
    return { id, ok: true, value: await does(...given) };
  } catch (cause) {
    const reason = cause instanceof KycEngineError ? cause.reason : null;
    return { id, ok: false, reason, message: cause instanceof Error ? cause.message : String(cause) };
  }
}

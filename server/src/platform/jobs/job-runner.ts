import type { Runner, WorkerEvents } from 'graphile-worker';
import type { Deps } from '../deps.ts';

const RESTART_AFTER_MS = 500;
/**
 * A runner that lost its database usually ends by itself; one whose shutdown hangs longer than this
 * is abandoned.
 */
const SHUTDOWN_TIMEOUT_MS = 10_000;

/**
 * Consecutive failed polls before a runner is abandoned: graphile-worker caches the failure of its
 * very first poll, if the database was lost at that moment, and rethrows it on every later poll.
 */
const MAX_FAILED_POLLS = 6;

/** A runner and its own event emitter. */
export interface StartedRunner {
  readonly runner: Runner;
  readonly events: WorkerEvents;
}

/**
 * Resolves when the runner has ended.
 * @throws Error that ended it, or when it no longer works
 */
function awaitEnd({ runner, events }: StartedRunner): Promise<void> {
  return new Promise((ended, failed) => {
    let timer: NodeJS.Timeout | undefined;

    const onShutdown = (): void => {
      timer ??= setTimeout(
        () => failed(new Error('job runner: shutdown timed out')),
        SHUTDOWN_TIMEOUT_MS,
      );
    };

    let failedPolls = 0;
    const onPolled = (): void => {
      failedPolls = 0;
    };

    events.on('pool:gracefulShutdown', onShutdown);
    events.on('pool:forcefulShutdown', onShutdown);
    events.on('worker:getJob:empty', onPolled);
    events.on('job:start', onPolled);
    events.on('worker:getJob:error', ({ error }) => {
      failedPolls += 1;
      if (failedPolls === MAX_FAILED_POLLS)
        failed(new Error('job runner: polling keeps failing', { cause: error }));
    });
    runner.promise.then(ended, failed).finally(() => clearTimeout(timer));
  });
}

/** Starts a runner, and a new one whenever it ends, until stopped. */
export async function superviseRunner(
  deps: Deps,
  start: () => Promise<StartedRunner>,
): Promise<{ stop(): Promise<void>; restart(): void }> {
  let stopped = false;
  let started = await start();

  // A runner that lost its database has already stopped, and stop() would reject.
  const stopRunner = () =>
    started.runner
      .stop()
      .catch((err: unknown) => deps.log.debug({ err }, 'job runner had already stopped'));

  const startNext = async (): Promise<void> => {
    while (!stopped) {
      await new Promise((resolve) => setTimeout(resolve, RESTART_AFTER_MS));
      if (stopped) return;

      try {
        started = await start();
        // It started during the stop.
        if (stopped) await stopRunner();
        return;
      } catch (error) {
        deps.log.warn({ err: error }, 'job runner could not start; retrying');
      }
    }
  };

  const watch = async (): Promise<void> => {
    while (!stopped) {
      try {
        await awaitEnd(started);
      } catch (error) {
        deps.log.warn({ err: error }, 'job runner ended; restarting');
        void stopRunner();
      }

      // An abandoned runner may never end: do not wait for it.
      await startNext();
    }
  };

  const watching = watch();

  return {
    // Its end begins the next.
    restart: () => void stopRunner(),
    async stop() {
      stopped = true;
      await stopRunner();
      await watching;
    },
  };
}

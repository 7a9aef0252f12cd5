import type { Runner, WorkerEvents } from 'graphile-worker';
import type { Deps } from '../deps.ts';

const RESTART_AFTER_MS = 500;
/** A runner that lost its database ends by itself, but not always: one that begins to and does not is left behind. */
const SHUTDOWN_TIMEOUT_MS = 10_000;

/**
 * Looks for jobs that fail in a row before a runner is given up: it keeps the failure of its very first look, where the
 * database was lost in that moment, and meets it again for ever.
 */
const MAX_FAILED_POLLS = 6;

/** A runner, and what it tells of itself: no other tells by the same. */
export interface Running {
  readonly runner: Runner;
  readonly events: WorkerEvents;
}

/** Until a runner has ended. @throws Error of what ended it, or when it is of no use any more */
function endOf({ runner, events }: Running): Promise<void> {
  return new Promise((ended, failed) => {
    let giveUp: NodeJS.Timeout | undefined;
    const begins = (): void => {
      giveUp ??= setTimeout(() => failed(new Error('it began to end and did not')), SHUTDOWN_TIMEOUT_MS);
    };
    let failedLooks = 0;
    const looked = (): void => {
      failedLooks = 0;
    };
    events.on('pool:gracefulShutdown', begins);
    events.on('pool:forcefulShutdown', begins);
    events.on('worker:getJob:empty', looked);
    events.on('job:start', looked);
    events.on('worker:getJob:error', ({ error }) => {
      failedLooks += 1;
      if (failedLooks === MAX_FAILED_POLLS) failed(new Error('it cannot look for jobs', { cause: error }));
    });
    runner.promise.then(ended, failed).finally(() => clearTimeout(giveUp));
  });
}

/** Begins a runner, and another whenever one ended, until stopped. */
export async function keepRunning(deps: Deps, begin: () => Promise<Running>): Promise<{ stop(): Promise<void> }> {
  let stopped = false;
  let running = await begin();
  // One that lost its database has stopped by itself, and would refuse to be stopped again.
  const stopRunner = () =>
    running.runner.stop().catch((err: unknown) => deps.log.debug({ err }, 'job runner had stopped'));
  const beginNext = async (): Promise<void> => {
    while (!stopped) {
      await new Promise((resolve) => setTimeout(resolve, RESTART_AFTER_MS));
      if (stopped) return;
      try {
        running = await begin();
        // It was begun while all was stopped.
        if (stopped) await stopRunner();
        return;
      } catch (error) {
        deps.log.warn({ err: error }, 'job runner could not start yet');
      }
    }
  };
  const watch = async (): Promise<void> => {
    while (!stopped) {
      try {
        await endOf(running);
      } catch (error) {
        deps.log.warn({ err: error }, 'job runner ended');
        void stopRunner();
      }
      // One that was given up may never end: it is not waited for again.
      await beginNext();
    }
  };
  const watching = watch();
  return {
    async stop() {
      stopped = true;
      await stopRunner();
      await watching;
    },
  };
}

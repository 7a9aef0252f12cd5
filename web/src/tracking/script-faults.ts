/** Most reports per page load. An error in a loop is known by then. */
const MAX_REPORTS = 10;
let reports = 0;

/**
 * Reports an error of the app without personal data. The reporting code is loaded with the first
 * error.
 */
export function captureFault(cause: unknown): void {
  if (!(cause instanceof Error) || reports >= MAX_REPORTS) return;

  reports += 1;
  import('./report-fault.ts').then(
    ({ reportFault }) => reportFault('script_error', cause),
    (failure: Error) => console.info('A script error was not reported', failure.name),
  );
}

/** Reports every uncaught error and rejection. */
export function watchFaults(): void {
  addEventListener('error', ({ error }) => captureFault(error));
  addEventListener('unhandledrejection', ({ reason }) => captureFault(reason));
}

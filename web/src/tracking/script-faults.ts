/** A visit tells of so many faults and no more: what breaks in a loop is known by then. */
const MOST = 10;
let told = 0;

/** Tells of a fault of the app, without anything of a person in it; what tells is loaded with the first. */
export function captureFault(cause: unknown): void {
  if (!(cause instanceof Error) || told >= MOST) return;
  told += 1;
  import('./report-fault.ts').then(
    ({ reportFault }) => reportFault('script_error', cause),
    (lost: Error) => console.info('A fault was not told of', lost.name),
  );
}

/** From the app's start on: what nothing of ours caught. */
export function watchFaults(): void {
  addEventListener('error', ({ error }) => captureFault(error));
  addEventListener('unhandledrejection', ({ reason }) => captureFault(reason));
}

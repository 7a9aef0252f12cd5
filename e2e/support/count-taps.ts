import type { Page } from '@playwright/test';

/**
 * Counts what a finger does on the page: taps, and files chosen. Typing counts the tap into its
 * field.
 */
export async function countTaps(page: Page): Promise<() => number> {
  let count = 0;
  await page.exposeFunction('norenCountTap', () => {
    count += 1;
  });
  await page.addInitScript(() => {
    const report = () => void (window as unknown as { norenCountTap(): void }).norenCountTap();
    let last = 0;

    addEventListener(
      'click',
      ({ isTrusted, timeStamp }) => {
        // A tap on a label is followed at once by a click on its control.
        if (isTrusted && timeStamp - last > 50) report();
        last = timeStamp;
      },
      { capture: true },
    );

    addEventListener(
      'change',
      ({ target }) => target instanceof HTMLInputElement && target.type === 'file' && report(),
      {
        capture: true,
      },
    );
  });

  /** The taps since it was called last. */
  return () => {
    const taps = count;
    count = 0;
    return taps;
  };
}

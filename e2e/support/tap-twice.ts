import type { Locator } from '@playwright/test';

/** When each part of two taps comes, in seconds after the first. */
const PARTS = [
  { type: 'mousePressed', clickCount: 1, after: 0 },
  { type: 'mouseReleased', clickCount: 1, after: 0.05 },
  { type: 'mousePressed', clickCount: 2, after: 0.1 },
  { type: 'mouseReleased', clickCount: 2, after: 0.15 },
] as const;

/**
 * Taps twice within half a second, however late a starved machine gets to it: each tap carries its
 * own time, and all are sent before an answer to the first can come.
 */
export async function tapTwice(target: Locator): Promise<void> {
  // Waits until it can be tapped, and scrolls to it.
  await target.click({ trial: true });

  const box = await target.boundingBox();
  if (box === null) throw new Error('what is tapped twice is not shown');

  const place = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const browser = await target.page().context().newCDPSession(target.page());
  const begun = Date.now() / 1_000 - 0.2;

  await Promise.all(
    PARTS.map(({ after, ...part }) =>
      browser.send('Input.dispatchMouseEvent', {
        ...part,
        ...place,
        button: 'left',
        timestamp: begun + after,
      }),
    ),
  );
  await browser.detach();
}

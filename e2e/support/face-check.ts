import { expect, type Page } from '@playwright/test';
import { textsIn } from './texts.ts';

const textOf = textsIn('en');

/** The number of the pose that a running check waits for. */
export const ANY_POSE = new RegExp(
  `^${textOf('certification.pose_of', { number: '\\d', total: 5 })}$`,
);

/**
 * Waits for what a face check leads to. On a starved machine its three minutes may end before the
 * last pose: then it is begun again, as the app offers, which counts as no tap.
 */
export async function endCheck(
  page: Page,
  isOver: (soon: { timeout: number }) => Promise<void>,
): Promise<void> {
  const expired = page.getByText(textOf('certification.face_expired'));
  const again = page.getByRole('button', { name: textOf('certification.try_face_again') });

  await expect(async () => {
    if (await expired.isVisible()) await again.first().dispatchEvent('click');
    await isOver({ timeout: 5_000 });
  }).toPass({ timeout: 600_000 });
}

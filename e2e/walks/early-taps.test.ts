import { expect } from '@playwright/test';
import { holdApp, isWritten } from '../support/first-view.ts';
import { jump } from '../support/sandbox.ts';
import { textsIn } from '../support/texts.ts';
import { test } from '../support/watch.ts';

const textOf = textsIn('en');

test('a link and a button of a screen that the server wrote work before the app has started', async ({
  page,
  context,
  baseURL,
}) => {
  const { repayId } = await jump(context, baseURL ?? '', 'active');
  let startApp = await holdApp(page);

  await page.goto('/#/home', { waitUntil: 'commit' });
  await isWritten(page)
    .getByRole('link', { name: textOf('orders.repay') })
    .first()
    .tap();
  await expect.poll(() => new URL(page.url()).hash).toBe(`#/repay/${repayId}`);
  startApp();
  await expect(page.getByRole('heading', { name: textOf('repay.title'), level: 1 })).toBeVisible();
  await page.unrouteAll();

  startApp = await holdApp(page);
  await page.reload({ waitUntil: 'commit' });

  const details = isWritten(page).getByRole('button', { name: textOf('service.title') });
  await details.tap();
  startApp();
  await expect(page.getByRole('dialog')).toBeVisible();
});

/** Runs in the page before its scripts: taps a radio at React's second turn of hydrating it. */
function chooseWhileHydrating(words: string): void {
  const { postMessage } = MessagePort.prototype;
  let turns = 0;

  // React gives itself its turns by messages.
  MessagePort.prototype.postMessage = function (this: MessagePort, ...given: [unknown]) {
    const cards = document.querySelectorAll<HTMLElement>('#app[data-started] label');
    if (cards.length > 0 && ++turns === 2)
      [...cards]
        .find(({ innerText }) => innerText.includes(words))
        ?.querySelector('input')
        ?.dispatchEvent(new MouseEvent('click', { bubbles: true }));

    return postMessage.apply(this, given);
  } as typeof postMessage;
}

for (const when of ['before the app has started', 'while the app takes the screen over'] as const)
  test(`a choice made ${when} counts`, async ({ page, context, baseURL }) => {
    const { repayId } = await jump(context, baseURL ?? '', 'active');
    const words = textOf('repay.part');
    const part = page.getByRole('radio', { name: words });
    const startApp = when === 'before the app has started' ? await holdApp(page) : undefined;

    if (!startApp) await page.addInitScript(chooseWhileHydrating, words);
    await page.goto(`/#/repay/${repayId}`, { waitUntil: 'commit' });
    if (startApp) await isWritten(page).getByRole('radio', { name: words }).tap();
    startApp?.();
    await expect(isWritten(page)).toHaveCount(0);
    await expect(part).toBeChecked();
    await page.getByRole('button', { name: textOf('repay.part_choose_amount') }).tap();
    await expect(page.getByRole('dialog', { name: words })).toBeVisible();
  });

import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { jump } from '../support/sandbox.ts';
import { textsIn } from '../support/texts.ts';
import { inspect, settle, test } from '../support/watch.ts';

const textOf = textsIn('en');

test('after a loan is repaid its closing letter opens from the profile and is saved as a PDF', {
  tag: '@main',
}, async ({ page, context, baseURL }) => {
  const { repayId } = await jump(context, baseURL ?? '', 'settled');
  await page.goto('/#/user');
  await settle(page);
  await page.getByRole('link', { name: textOf('docs.title') }).click();
  await inspect(page, textOf('docs.title'));
  await page.getByRole('button', { name: textOf('docs.kind_closing') }).click();

  const saved = page.waitForEvent('download');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: textOf('docs.save') })
    .click();

  const file = await saved;
  expect(file.suggestedFilename()).toBe(`noren-closing-${repayId?.toLowerCase()}.pdf`);
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
});

import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { expect, test } from 'vitest';
import { renderConsole } from '../testing/render-console.tsx';
import { aMember, serverDouble } from '../testing/server-double.ts';
import { galleryScreen } from './screen.ts';

/** Colours and layout are checked in a real browser. */
const RULES = { rules: { 'color-contrast': { enabled: false } } };

async function openGallery(tab: string): Promise<void> {
  serverDouble({ staffMe: () => aMember(['auditor'], { isSandbox: true }) });
  window.history.replaceState(null, '', `/gallery?tab=${tab}`);
  renderConsole([galleryScreen]);
  await screen.findByRole('heading', { level: 1, name: 'Component gallery' });
}

test.each(['parts', 'table', 'forms', 'states'])(
  'the part "%s" of the gallery breaks no rule of axe',
  async (tab) => {
    await openGallery(tab);

    const { violations } = await axe.run(document.body, RULES);
    expect(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
    ).toEqual([]);
  },
);

test('a form names every problem in one alert, and its links lead to the fields', async () => {
  await openGallery('forms');

  const form = screen.getByRole('form', { name: 'A form' });
  await userEvent.click(within(form).getByRole('button', { name: 'Save' }));

  const alert = within(form).getByRole('alert');
  expect(document.activeElement).toBe(alert);
  expect(alert.textContent).toContain('Fix ');
  await userEvent.click(within(alert).getAllByRole('link')[0]!);
  expect(document.activeElement).toBe(within(form).getByRole('textbox', { name: 'Name' }));
});

test('a dialog keeps the focus, Escape closes it, and the focus returns', async () => {
  await openGallery('forms');

  const opener = screen.getByRole('button', { name: 'Open a dialog' });
  await userEvent.click(opener);

  const dialog = await screen.findByRole('dialog', { name: 'A dialog' });
  expect(dialog.contains(document.activeElement)).toBe(true);
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(opener);
});

test('outside the sandbox there is no gallery', async () => {
  serverDouble({ staffMe: () => aMember(['auditor']) });
  window.history.replaceState(null, '', '/gallery');
  renderConsole([galleryScreen]);
  await screen.findByRole('heading', { name: 'Page not found' });
});

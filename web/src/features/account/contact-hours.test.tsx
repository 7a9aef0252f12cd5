import { saveContactHours, viewContactHours } from '@noren/contract/account';
import { CODES } from '@noren/contract/codes';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { stubServer } from '../../testing/server-stub.ts';
import { signInCertified } from '../../testing/sign-in.ts';
import { ContactHoursRow } from './contact-hours.tsx';

let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  server = stubServer();
  server.answers(viewContactHours, { window: 'any' });
  signInCertified();
});

async function open() {
  renderScreen(<ContactHoursRow />, '/user');
  await userEvent.click(screen.getByRole('button', { name: /When we contact you about dues/ }));
  return screen.findByRole('radio', { name: 'From 16:00 to 19:00' });
}

const isChosen = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name }).checked;

it('saves the hours that are tapped', async () => {
  server.answers(saveContactHours, { window: 'evening' });
  const evening = await open();
  expect(isChosen('Any time from 8:00 to 19:00')).toBe(true);

  await userEvent.click(evening);
  expect(server.listBodies(saveContactHours)).toEqual([{ window: 'evening' }]);
  expect(isChosen('From 16:00 to 19:00')).toBe(true);
});

it('shows no choice as made that was not saved', async () => {
  server.refuses(saveContactHours, CODES.conflict, 'Not now');
  await userEvent.click(await open());
  await expect.poll(() => isChosen('Any time from 8:00 to 19:00')).toBe(true);
});

import { saveConsent } from '@noren/contract/account';
import { consentTexts } from '@noren/core/people/consent';
import type { FacePurpose } from '@noren/core/people/face-purpose';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { stubServer } from '../../../testing/server-stub.ts';
import { tapLater } from '../../../testing/tap-later.ts';
import { forgetPlaceAnswer } from './place.ts';
import { usePlace } from './use-place.tsx';

const getCurrentPosition = vi.fn();
const query = vi.fn();
let server: ReturnType<typeof stubServer>;

const setNavigator = (name: string, value: object | undefined) =>
  Object.defineProperty(navigator, name, { value, configurable: true });

beforeEach(() => {
  sessionStorage.clear();
  getCurrentPosition.mockReset();
  query.mockReset().mockResolvedValue({ state: 'prompt' });
  setNavigator('geolocation', { getCurrentPosition });
  setNavigator('permissions', { query });
  server = stubServer();
  server.answers(saveConsent, {
    purpose: 'location',
    textVersion: consentTexts.location.textVersion,
    isRequired: false,
    state: 'given',
    decidedAt: 0,
  });
});

afterEach(() => {
  Reflect.deleteProperty(navigator, 'geolocation');
  Reflect.deleteProperty(navigator, 'permissions');
});

function Check({ purpose = 'identity' }: { purpose?: FacePurpose }) {
  const { ask, place, question } = usePlace(purpose);
  const [started, setStarted] = useState<string[]>([]);
  return (
    <>
      <button
        type="button"
        onClick={() =>
          ask(() => setStarted((all) => [...all, JSON.stringify(place().place ?? null)]))
        }
      >
        Start
      </button>
      {question}
      <p>{`started with ${started.join(' and ') || 'nothing'}`}</p>
    </>
  );
}

const start = (purpose?: FacePurpose) => {
  renderScreen(<Check {...(purpose && { purpose })} />, '/facial-auth/step-one');
  tapLater(screen.getByRole('button', { name: 'Start' }));
};

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

it('asks what, why and how long, and sends a place no finer than a kilometre', async () => {
  getCurrentPosition.mockImplementation((found) =>
    found({ coords: { latitude: 12.971598, longitude: 77.594566 } }),
  );
  start();
  expect(
    await screen.findByRole('dialog', { name: 'May we use where this phone is?' }),
  ).toBeTruthy();
  expect(screen.getByText(/to about a kilometre.*As long as the result/)).toBeTruthy();
  expect(screen.getByText(/the identity check is made in India/)).toBeTruthy();
  expect(getCurrentPosition).not.toHaveBeenCalled();

  await press('OK');
  expect(await screen.findByText('started with {"latitude":12.97,"longitude":77.59}')).toBeTruthy();
  expect(server.listBodies(saveConsent)).toMatchObject([{ purpose: 'location', given: true }]);
});

it('goes on after "Next time", asks the browser nothing, and not again in this check', async () => {
  start();
  await press('Next time');
  expect(await screen.findByText('started with null')).toBeTruthy();

  tapLater(screen.getByRole('button', { name: 'Start' }));
  expect(await screen.findByText('started with null and null')).toBeTruthy();
  expect(getCurrentPosition).not.toHaveBeenCalled();
  expect(server.sentTo(saveConsent)).toEqual([]);
});

it.each([
  ['refuses', (_: unknown, failed: (cause: object) => void) => failed({ code: 1 })],
  ['finds nothing in time', (_: unknown, failed: (cause: object) => void) => failed({ code: 3 })],
  [
    'answers with no place on earth',
    (found: (at: object) => void) => found({ coords: { latitude: 912, longitude: Number.NaN } }),
  ],
])('goes on without a place when the browser %s', async (_, answer) => {
  getCurrentPosition.mockImplementation(answer);
  start();
  await press('OK');
  expect(await screen.findByText('started with null')).toBeTruthy();
});

it('does not ask where the browser cannot say, or was told never to', async () => {
  query.mockResolvedValue({ state: 'denied' });
  start();
  expect(await screen.findByText('started with null')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('does not ask in a browser without locations', async () => {
  setNavigator('geolocation', undefined);
  start();
  expect(await screen.findByText('started with null')).toBeTruthy();
});

it('goes on without a place when the consent could not be recorded', async () => {
  server.loses(saveConsent);
  start();
  await press('OK');
  expect(await screen.findByText('started with null')).toBeTruthy();
  expect(getCurrentPosition).not.toHaveBeenCalled();
});

const leave = () => {
  cleanup();
  getCurrentPosition.mockClear();
};

it('asks who said "Next time", left and returned no second time, but before the next check', async () => {
  start();
  await press('Next time');
  await screen.findByText('started with null');

  leave();
  start();
  expect(await screen.findByText('started with null')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(getCurrentPosition).not.toHaveBeenCalled();

  leave();
  forgetPlaceAnswer();
  start();
  expect(await screen.findByRole('dialog')).toBeTruthy();
});

it('looks again without a question for who said OK, left and returned', async () => {
  getCurrentPosition.mockImplementation((found) =>
    found({ coords: { latitude: 12.971598, longitude: 77.594566 } }),
  );
  start();
  await press('OK');
  await screen.findByText(/started with .*12.97/);

  leave();
  start();
  expect(await screen.findByText(/started with .*12.97/)).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(server.sentTo(saveConsent)).toHaveLength(1);
});

it('asks before each check of due diligence for itself', async () => {
  start();
  await press('Next time');
  leave();
  start('card_code');
  expect(await screen.findByRole('dialog')).toBeTruthy();
});

it.each(['account', 'phone'] as const)(
  'asks nothing before a check for the %s',
  async (purpose) => {
    start(purpose);
    expect(await screen.findByText('started with null')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(getCurrentPosition).not.toHaveBeenCalled();
  },
);

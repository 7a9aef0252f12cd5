import { saveConsent } from '@noren/contract/account';
import { deviceInformation } from '@noren/contract/device';
import { saveTracking, trackingConfig } from '@noren/contract/tracking';
import { TRACKED_FIELDS, type TrackedField } from '@noren/core/people/tracking-rules';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { send } from '../api/api.ts';
import { startTracking } from '../app/start-tracking.ts';
import { clearSession, saveSignIn } from '../session/session.ts';
import { stubServer } from '../testing/server-stub.ts';
import { TextArea } from '../ui/form/text-area.tsx';
import { TextInput } from '../ui/form/text-input.tsx';

let server: ReturnType<typeof stubServer>;
let fields: TrackedField[];
let isHidden = false;
let sessions = 0;

let endTracking: () => void;

beforeAll(() => {
  Object.defineProperty(document, 'visibilityState', {
    get: () => (isHidden ? 'hidden' : 'visible'),
    configurable: true,
  });
  endTracking = startTracking();
});

afterAll(() => endTracking());

beforeEach(() => {
  fields = TRACKED_FIELDS;
  sessionStorage.clear();
  server = stubServer();
  server.answers(trackingConfig, () => ({ fields, flushAt: 20 as const, marksDevice: false }));
  server.answers(saveTracking, { isKept: true });
  server.answers(deviceInformation, { isKept: true, isMarked: false });
  server.answers(saveConsent, {
    purpose: 'usage',
    textVersion: '2026-11-2',
    isRequired: false,
    state: 'given',
    decidedAt: 1,
  });
});

afterEach(() => clearSession());

/** A form with a tracked field, one tracked without its content, and one not tracked. */
function showForm() {
  render(
    <>
      <TextInput aria-label="Search" track="listSearch" />
      <TextArea aria-label="Company" track="companyName" />
      <TextInput aria-label="PAN" track="pan" />
      <TextInput aria-label="Phone" />
    </>,
  );
}

async function signedIn() {
  showForm();
  sessions += 1;
  saveSignIn(`token ${sessions}`, { userId: 'u', maskedPhone: '98' });
  await waitFor(() => expect(server.sentTo(deviceInformation)).toHaveLength(1));
}

async function visit(name: string, typed: string) {
  const field = screen.getByRole('textbox', { name });
  await userEvent.click(field);
  if (typed) await userEvent.paste(typed);
  await userEvent.click(document.body);
}

const visits = async (count: number) => {
  for (let at = 0; at < count; at++) await visit('Search', '');
};

async function hide() {
  isHidden = true;
  document.dispatchEvent(new Event('visibilitychange'));
  isHidden = false;
}

const sent = () => server.listBodies(saveTracking);
const waiting = () =>
  JSON.parse(sessionStorage.getItem('noren.tracking') ?? 'null') as { waiting: unknown[] } | null;

it('without a session nothing is recorded and no settings are loaded', async () => {
  showForm();
  await visit('Search', 'textiles');
  await hide();
  expect(server.sentTo(trackingConfig)).toEqual([]);
  expect(waiting()).toBeNull();
});

it('without consent nothing is recorded', async () => {
  fields = [];
  await signedIn();
  await visit('Search', 'textiles');
  await hide();
  expect(sent()).toEqual([]);
  expect(waiting()).toBeNull();
});

it('records the permitted content of each field, and sends it when the page is hidden', async () => {
  await signedIn();
  await visit('Search', 'textiles');
  await visit('Company', 'Example Works');
  await visit('PAN', 'ABCPX1234Z');
  await visit('Phone', '9000000011');
  expect(JSON.stringify(waiting())).not.toMatch(/ABCPX|90000|Works/);
  await hide();
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]).toMatchObject({ dataType: 'field', appId: 'noren', uploadType: 'hidden' });
  expect(sent()[0]?.value.map(({ idName, content }) => [idName, content])).toEqual([
    ['listSearch', 'textiles'],
    ['companyName', '#13'],
    ['pan', ''],
  ]);
  await waitFor(() => expect(waiting()?.waiting).toEqual([]));
});

it('sends a batch of twenty records', async () => {
  await signedIn();
  await visits(19);
  expect(sent()).toEqual([]);
  await visits(2);
  await waitFor(() => expect(waiting()?.waiting).toHaveLength(1));
  expect(sent()).toMatchObject([{ uploadType: 'full', value: { length: 20 } }]);
});

it('withdrawing the consent empties the buffer', async () => {
  await signedIn();
  await visit('Search', 'textiles');
  expect(waiting()?.waiting).toHaveLength(1);
  await send(saveConsent, { body: { purpose: 'usage', textVersion: '2026-11-2', given: false } });
  expect(waiting()).toBeNull();
  await visit('Search', 'leather');
  await hide();
  expect(sent()).toEqual([]);
});

it('a consent withdrawn on another phone stops the recording with the next answer', async () => {
  server.answers(saveTracking, { isKept: false });
  await signedIn();
  await visit('Search', 'textiles');
  await hide();
  await waitFor(() => expect(waiting()).toBeNull());
  await visit('Search', 'leather');
  expect(waiting()).toBeNull();
});

it('signing out empties the buffer', async () => {
  await signedIn();
  await visit('Search', 'textiles');
  clearSession();
  expect(waiting()).toBeNull();
  saveSignIn('other', { userId: 'v', maskedPhone: '97' });
  await waitFor(() => expect(server.sentTo(deviceInformation)).toHaveLength(2));
  await hide();
  expect(sent()).toEqual([]);
});

it('giving the consent starts the recording', async () => {
  fields = [];
  await signedIn();
  fields = TRACKED_FIELDS;
  await send(saveConsent, { body: { purpose: 'usage', textVersion: '2026-11-2', given: true } });
  await waitFor(() => expect(server.sentTo(trackingConfig)).toHaveLength(2));
  await expect
    .poll(async () => {
      await visit('Search', 'textiles');
      return waiting()?.waiting.length ?? 0;
    })
    .toBeGreaterThan(0);
});

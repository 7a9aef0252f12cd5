import { saveConsent, viewConsents } from '@noren/contract/account';
import { saveContacts } from '@noren/contract/certification';
import { appConfig } from '@noren/contract/public';
import { consentTexts, PURPOSES, type Purpose } from '@noren/core/people/consent';
import { type ConsentTexts, consentTextsFor } from '@noren/core/people/consent-texts';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { send } from '../../api/api.ts';
import en from '../../i18n/en.json';
import es from '../../i18n/es.json';
import hi from '../../i18n/hi.json';
import id from '../../i18n/id.json';
import { activateLanguage } from '../../i18n/index.ts';
import th from '../../i18n/th.json';
import vietnamese from '../../i18n/vi.json';
import { sampleConsents } from '../../testing/consent-samples.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { sampleConfig } from '../../testing/sample-config.ts';
import { stubServer } from '../../testing/server-stub.ts';
import { ConsentGate } from './consent.tsx';
import { useOptionalConsents } from './optional-consents.tsx';

let server: ReturnType<typeof stubServer>;
/** The user's decisions, as the server answers them. */
let states: Parameters<typeof sampleConsents>[0];

beforeEach(() => {
  sessionStorage.clear();
  states = {
    contacts: { state: 'none' },
    face_check: { state: 'none' },
    offers: { state: 'none' },
  };
  server = stubServer();
  server.answers(appConfig, sampleConfig);
  server.answers(viewConsents, () => sampleConsents(states));
  server.answers(saveConsent, ({ body }) => {
    const { purpose, given } = body as { purpose: Purpose; given: boolean };
    states = { ...states, [purpose]: { state: given ? 'given' : 'refused' } };
    return sampleConsents(states).consents.find((one) => one.purpose === purpose)!;
  });
});

afterEach(() => act(() => activateLanguage('en')));

function Form() {
  const [text, setText] = useState('');
  return (
    <input
      aria-label="Account number"
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}

const showContacts = () =>
  renderScreen(
    <ConsentGate purpose="contacts">
      <Form />
    </ConsentGate>,
    '/step',
  );

const terms = () => screen.getAllByRole('term').map((term) => term.textContent);
/** The terms that are not open. */
const folded = () => [...document.querySelectorAll('details dt')].map((term) => term.textContent);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const gate = () => screen.findByRole('heading', { name: 'May we ask for two emergency contacts?' });

describe('the gate', () => {
  it('shows what, why, how long and who before the screen is rendered', async () => {
    states = Object.fromEntries(PURPOSES.map((purpose) => [purpose, { state: 'none' }]));
    showContacts();
    await gate();
    expect(terms()).toEqual(['What we ask for', 'Why', 'How long it is kept', 'Who sees it']);
    expect(document.querySelector('details')).toBeNull();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(server.sentTo(saveConsent)).toEqual([]);
  });

  it('after an earlier one shows what and why; what was read before is one tap away', async () => {
    showContacts();
    await gate();
    expect(terms()).toEqual(['What we ask for', 'Why', 'How long it is kept', 'Who sees it']);
    expect(folded()).toEqual(['How long it is kept', 'Who sees it']);
    expect(screen.getByText('What this means for your data').closest('details')?.open).toBe(false);
    expect(screen.getByRole('button', { name: 'Not now' })).toBeTruthy();
  });

  it.each([
    [
      'bank_account',
      'Who else sees it',
      'The bank that sends you the loan',
      ['How long it is kept', 'Who sees it'],
    ],
    ['face_check', 'How long it is kept', /^The pictures are deleted/, ['Who sees it']],
  ] as const)('of %s leaves open what is new: %s', async (purpose, term, text, hidden) => {
    states = { [purpose]: { state: 'none' } };
    renderScreen(
      <ConsentGate purpose={purpose}>
        <Form />
      </ConsentGate>,
      '/step',
    );
    await screen.findByRole('heading', { name: /^May we/ });
    expect(terms().slice(0, 3)).toEqual(['What we ask for', 'Why', term]);
    expect(screen.getByText(text).closest('details')).toBeNull();
    expect(folded()).toEqual(hidden);
  });

  it('explains in full a text that has changed', async () => {
    states = { contacts: { state: 'outdated' } };
    showContacts();
    await gate();
    expect(document.querySelector('details')).toBeNull();
  });

  it('renders the screen after the consent to the shown text, and does not ask again', async () => {
    showContacts();
    await gate();
    await press('Agree and continue');
    await screen.findByRole('textbox');
    expect(server.listBodies(saveConsent)).toEqual([
      { purpose: 'contacts', textVersion: consentTexts.contacts.textVersion, given: true },
    ]);
    await waitFor(() => expect(server.sentTo(viewConsents)).toHaveLength(2));
    expect(screen.getByRole('textbox')).toBeTruthy();
  });

  it('is not shown after a consent on any device', async () => {
    states = {};
    showContacts();
    await screen.findByRole('textbox');
    expect(screen.queryByRole('button', { name: 'Agree and continue' })).toBeNull();
  });

  it('"Not now" goes back and records nothing', async () => {
    showContacts();
    await gate();
    await press('Not now');
    await screen.findByText('at /identity-auth');
    expect(server.sentTo(saveConsent)).toEqual([]);
  });

  it('shows a failed recording and does not render the screen', async () => {
    server.loses(saveConsent);
    showContacts();
    await gate();
    await press('Agree and continue');
    await screen.findByText('Check your connection and try again.');
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('shows a failed loading and loads again', async () => {
    server.refuses(viewConsents, 500, 'Something went wrong');
    showContacts();
    await screen.findByText('Something went wrong');
    server.answers(viewConsents, () => sampleConsents());
    await press('Try again');
    await screen.findByRole('textbox');
  });
});

describe('a changed consent text', () => {
  it('is asked for again after a refused call, and typed text is kept', async () => {
    states = {};
    showContacts();
    await userEvent.type(await screen.findByRole('textbox'), '123456');
    states = { contacts: { state: 'outdated' } };
    server.refuses(saveContacts, 409, 'agree first', {
      reason: 'consent_needed',
      purpose: 'contacts',
    });
    await act(() => send(saveContacts, { body: { contacts: [] } }).catch(() => undefined));
    await gate();
    expect(screen.getByText('This text has changed')).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
    await press('Agree and continue');
    expect((await screen.findByRole<HTMLInputElement>('textbox')).value).toBe('123456');
  });

  it('newer than the page asks for a reload and records nothing', async () => {
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
    states = { contacts: { state: 'none', textVersion: '2099-01' } };
    showContacts();
    await userEvent.click(await screen.findByRole('button', { name: 'Load the new text' }));
    expect(reload).toHaveBeenCalledOnce();
    expect(server.sentTo(saveConsent)).toEqual([]);
  });

  it('changed while it is shown asks for a reload', async () => {
    server.refuses(saveConsent, 409, 'changed', { reason: 'consent_text_changed' });
    showContacts();
    await gate();
    await press('Agree and continue');
    await screen.findByRole('button', { name: 'Load the new text' });
  });
});

describe('an optional purpose', () => {
  const onWithout = vi.fn();

  const showFace = () =>
    renderScreen(
      <ConsentGate purpose="face_check" onWithout={onWithout}>
        <Form />
      </ConsentGate>,
      '/step',
    );

  const weight = (name: string) => screen.getByRole('button', { name }).className;
  beforeEach(() => onWithout.mockReset());

  it('continues without it after the refusal was recorded; both buttons look the same', async () => {
    showFace();
    await screen.findByRole('heading', { name: 'May we check your face?' });
    expect(screen.getByText(/One of our staff then looks at your documents/)).toBeTruthy();
    expect(weight('Continue without')).toBe(weight('Agree and continue'));
    await press('Continue without');
    await waitFor(() => expect(onWithout).toHaveBeenCalledOnce());
    expect(server.listBodies(saveConsent)).toMatchObject([{ purpose: 'face_check', given: false }]);
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('begins what its button names, once the consent is recorded', async () => {
    const onStart = vi.fn(() => expect(server.sentTo(saveConsent)).toHaveLength(1));
    const start = { about: <p>Five movements</p>, text: 'consent.agree_start' as const, onStart };
    renderScreen(
      <ConsentGate purpose="face_check" onWithout={onWithout} start={start}>
        <Form />
      </ConsentGate>,
      '/step',
    );

    await screen.findByText('Five movements');
    expect(weight('Continue without')).toBe(weight('Agree and start'));
    await press('Agree and start');
    await screen.findByRole('textbox');
    expect(onStart).toHaveBeenCalledOnce();
  });

  it('a refusal can be changed to a consent', async () => {
    states = { face_check: { state: 'refused' } };
    showFace();
    await screen.findByText('You chose to go on without it');
    await press('Agree and continue');
    await screen.findByRole('textbox');
    expect(onWithout).not.toHaveBeenCalled();
  });
});

describe('the checkbox about offers', () => {
  function Screen() {
    const { lines, record } = useOptionalConsents();
    return (
      <>
        {lines}
        <button type="button" onClick={() => void record()}>
          Save
        </button>
      </>
    );
  }

  it('is unticked, and recorded only when ticked', async () => {
    renderScreen(<Screen />, '/step');

    const box = await screen.findByRole<HTMLInputElement>('checkbox');
    expect(box.checked).toBe(false);
    await press('Save');
    expect(server.sentTo(saveConsent)).toEqual([]);
    await userEvent.click(box);
    await press('Save');
    await waitFor(() =>
      expect(server.listBodies(saveConsent)).toMatchObject([{ purpose: 'offers', given: true }]),
    );
  });

  it.each(['given', 'refused', 'withdrawn'] as const)(
    'is not shown after an earlier decision: %s',
    async (state) => {
      states = { offers: { state } };
      renderScreen(<Screen />, '/step');
      await waitFor(() => expect(server.sentTo(viewConsents)).toHaveLength(1));
      expect(screen.queryByRole('checkbox')).toBeNull();
    },
  );
});

/** A hash of a purpose's texts in every language. */
async function hashOfTexts(purpose: Purpose, texts: ConsentTexts = consentTexts): Promise<string> {
  const { items, keptFor, seenBy } = texts[purpose];
  const ids = [
    `title_${purpose}`,
    `why_${purpose}`,
    `kept_${keptFor}`,
    'required',
    `without_${purpose}`,
    purpose,
  ];

  if (!['offers', 'usage', 'device_mark'].includes(purpose)) ids.pop();
  ids.push(...items.map((item) => `item_${item}`), ...seenBy.map((who) => `seen_${who}`));

  const read = [en, hi, es, id, vietnamese, th].flatMap((texts) =>
    ids.map((one) => (texts as Record<string, string>)[`consent.${one}`] ?? ''),
  );
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(read.join('\n')));

  return [...new Uint8Array(digest.slice(0, 6))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

// A different hash means a changed text: give it a new version in core/src/people/consent.ts, then
// its new hash here.
it.each([
  ['questionnaire', '2026-11-3', 'd8896c30a6c0'],
  ['identity_documents', '2026-11-4', 'a69432988382'],
  ['face_check', '2026-11-3', 'df96d160f3b9'],
  ['personal_information', '2026-11-4', 'c9a9a0ed4ed0'],
  ['contacts', '2026-11-3', 'ef399a0f2374'],
  ['bank_account', '2026-11-4', 'ca9653e85104'],
  ['offers', '2026-11-2', '45231f0fd582'],
  ['notifications', '2026-11-2', 'bd39eee4ba6e'],
  ['usage', '2026-11-2', '2fc804aebed2'],
  ['device_mark', '2026-11-3', '643c0627b3a1'],
] as const)('%s: a changed text has a new version', async (purpose, version, hash) => {
  expect([consentTexts[purpose].textVersion, await hashOfTexts(purpose)]).toEqual([version, hash]);
});

it('identity_documents: so has a changed text of a server that verifies cards', async () => {
  const texts = consentTextsFor({ hasSource: true, asksPanRegister: false, usesDigiLocker: false });
  const { textVersion } = texts.identity_documents;
  expect([textVersion, await hashOfTexts('identity_documents', texts)]).toEqual([
    '2026-11-5',
    '9b83fcfad5ea',
  ]);
});

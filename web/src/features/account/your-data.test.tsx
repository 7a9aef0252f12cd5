import { saveConsent } from '@noren/contract/account';
import { dictionary } from '@noren/contract/dictionary';
import {
  consentHistory,
  correctData,
  exportList,
  fetchExport,
  personalData,
  removeNominee,
  requestExport,
  saveAddress,
  saveNominee,
  viewErasure,
  viewNominee,
} from '@noren/contract/privacy';
import { appConfig } from '@noren/contract/public';
import { consentTexts } from '@noren/core/people/consent';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { clearSession, saveSignIn } from '../../session/session.ts';
import { sampleErasure, sampleHistory } from '../../testing/data-samples.ts';
import { stubPasskeys } from '../../testing/passkey-phone.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { sampleConfig } from '../../testing/sample-config.ts';
import { stubServer } from '../../testing/server-stub.ts';
import { tapLater } from '../../testing/tap-later.ts';
import { ConsentsScreen } from './consents.tsx';
import { CopyScreen } from './copy.tsx';
import { DetailsScreen } from './details.tsx';
import { NomineeScreen } from './nominee.tsx';
import { YourDataScreen } from './your-data.tsx';

let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  server = stubServer();
  server.answers(dictionary, {
    details: [
      { code: 'married', name: 'Married' },
      { code: 'widowed', name: 'Widowed' },
      { code: 'spouse', name: 'Husband or wife' },
    ],
  });
  saveSignIn('token', { userId: 'u', maskedPhone: '98•••••210' });
});

afterEach(() => act(() => clearSession()));

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const sheet = async (name: string) => within(await screen.findByRole('dialog', { name }));

it('the centre links to each right and to the grievance officer, and shows a pending erasure', async () => {
  server.answers(
    viewErasure,
    sampleErasure({ state: 'waiting', dueAt: Date.UTC(2026, 11, 1, 4, 30) }),
  );
  server.answers(appConfig, { ...sampleConfig, complaintAnswerDays: 21 });
  renderScreen(<YourDataScreen />, '/data');

  const ways = {
    'What you agreed to': 'consents',
    'Correct your data': 'details',
    'Get a copy': 'copy',
    Nominee: 'nominee',
    'Have your data erased': 'erase',
  };
  for (const [name, way] of Object.entries(ways))
    expect(screen.getByRole('link', { name: new RegExp(`^${name}`) }).getAttribute('href')).toBe(
      `/data/${way}`,
    );

  const officers = screen.getByRole('link', { name: 'Grievance officers' });
  expect(officers.getAttribute('href')).toBe('/grievance');
  expect(await screen.findByText('Your data will be erased on 01/12/2026, 10:00')).toBeTruthy();
  expect(
    await screen.findByText(/answer within 21 days.*Data Protection Board of India/),
  ).toBeTruthy();
  expect(screen.getByRole('combobox', { name: 'Language' })).toBeTruthy();
});

describe('a consent given', () => {
  it('is withdrawn after its effect was shown, with equal buttons', async () => {
    server.answers(consentHistory, sampleHistory({ contacts: { mayWithdraw: true } }));
    server.answers(saveConsent, {
      purpose: 'contacts',
      textVersion: 'v',
      isRequired: true,
      state: 'withdrawn',
      decidedAt: 2,
    });
    renderScreen(<ConsentsScreen />, '/data/consents');
    await userEvent.click(await screen.findByRole('button', { name: /^Emergency contacts/ }));

    const shown = await sheet('Emergency contacts');
    expect(shown.getByText('Both contacts are erased at once.')).toBeTruthy();
    expect(shown.getByText('Until you agree again, no new loan can be given.')).toBeTruthy();
    expect(shown.getByText('On this phone')).toBeTruthy();
    expect(shown.getByText(/Of two people/)).toBeTruthy();

    const [withdraw, keep] = ['Withdraw consent', 'Keep it'].map((name) =>
      shown.getByRole('button', { name }),
    );
    expect(withdraw?.className).toBe(keep?.className);
    server.answers(consentHistory, sampleHistory({ contacts: { state: 'withdrawn' } }));
    await userEvent.click(withdraw as HTMLElement);

    const { textVersion } = consentTexts.contacts;
    expect(server.listBodies(saveConsent)).toEqual([
      { purpose: 'contacts', textVersion, given: false },
    ]);
    expect(
      await screen.findByRole('button', { name: /^Emergency contacts .*Withdrawn/ }),
    ).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('for notifications: withdrawing it ends them on this phone and removes those shown', async () => {
    const [unsubscribe, close] = [vi.fn(async () => true), vi.fn()];
    const registration = {
      pushManager: { getSubscription: async () => ({ unsubscribe }) },
      getNotifications: async () => [{ close }],
    };
    const value = { getRegistration: async () => registration };

    Object.defineProperty(navigator, 'serviceWorker', { value, configurable: true });
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'));
    server.answers(consentHistory, sampleHistory({ notifications: { mayWithdraw: true } }));

    const { textVersion, isRequired } = consentTexts.notifications;
    const withdrawn = {
      purpose: 'notifications',
      textVersion,
      isRequired,
      state: 'withdrawn',
      decidedAt: 2,
    } as const;

    server.answers(saveConsent, withdrawn);
    renderScreen(<ConsentsScreen />, '/data/consents');
    await userEvent.click(
      await screen.findByRole('button', { name: /^Notifications on this phone/ }),
    );

    const shown = await sheet('Notifications on this phone');
    expect([unsubscribe.mock.calls.length, close.mock.calls.length]).toEqual([0, 0]);
    await userEvent.click(shown.getByRole('button', { name: 'Withdraw consent' }));
    await expect
      .poll(() => [unsubscribe.mock.calls.length, close.mock.calls.length])
      .toEqual([1, 1]);
  });

  it('that a running loan needs shows why it cannot be withdrawn', async () => {
    server.answers(consentHistory, sampleHistory({ bank_account: { mayWithdraw: false } }));
    renderScreen(<ConsentsScreen />, '/data/consents');
    await userEvent.click(await screen.findByRole('button', { name: /^Bank account/ }));

    const shown = await sheet('Bank account');
    expect(shown.getByText('Needed for your current loan')).toBeTruthy();
    expect(shown.queryByRole('button', { name: 'Withdraw consent' })).toBeNull();
  });
});

describe('correcting', () => {
  const held = (manner: 'at_once' | 'code' | 'review') => ({
    fields: [
      {
        field: 'email' as const,
        value: 'a@mail.example',
        manner,
        isFromSource: false,
        waiting: null,
      },
    ],
    changes: [],
    suggestedAddress: null,
    renewal: null,
  });

  const open = async () => {
    renderScreen(<DetailsScreen />, '/data/details');
    await userEvent.click(await screen.findByRole('button', { name: /^E-mail/ }));
    return sheet('E-mail');
  };

  it('explains the procedure, sends the input and confirms the correction', async () => {
    server.answers(personalData, held('code'));
    server.answers(correctData, { state: 'done' });

    const shown = await open();
    expect(shown.getByText('Changed after a code sent to your phone.')).toBeTruthy();

    const box = shown.getByRole('textbox', { name: 'E-mail' });
    await userEvent.clear(box);
    await userEvent.type(box, 'b@mail.example');
    await press('Correct it');
    expect(server.listBodies(correctData)).toEqual([{ field: 'email', value: 'b@mail.example' }]);
    expect(await screen.findByText('Corrected')).toBeTruthy();
  });

  it.each([
    [' no address', 'Please check this field'],
    ['.example'.repeat(40), 'This is too long. Please shorten it'],
  ])('with an invalid value sends nothing, and marks the field: …%s', async (more, problem) => {
    server.answers(personalData, held('code'));

    const shown = await open();
    await userEvent.click(shown.getByRole('textbox', { name: 'E-mail' }));
    await userEvent.paste(more);
    await press('Correct it');
    expect(server.sentTo(correctData)).toEqual([]);
    expect(shown.getByText(problem)).toBeTruthy();
  });

  it('that needs a review is requested and shown as pending', async () => {
    server.answers(personalData, held('review'));
    server.answers(correctData, { state: 'waiting' });

    const shown = await open();
    const box = shown.getByRole('textbox', { name: 'E-mail' });

    await userEvent.type(box, '.in');

    const waiting = { value: 'a@mail.example.in', requestedAt: 1 };
    server.answers(personalData, {
      ...held('review'),
      fields: held('review').fields.map((one) => ({ ...one, waiting })),
    });
    await press('Ask for the correction');
    expect(await screen.findByText('Being checked')).toBeTruthy();
    tapLater(screen.getByRole('button', { name: /^E-mail/ }));

    const again = await sheet('E-mail');
    expect(again.getByText('To be corrected to: a@mail.example.in')).toBeTruthy();
    expect(again.queryByRole('textbox')).toBeNull();
  });

  it('a part of the address that a card says is marked so', async () => {
    const pin = { field: 'pin', value: '560041', manner: 'code', waiting: null } as const;
    server.answers(personalData, { ...held('code'), fields: [{ ...pin, isFromSource: true }] });
    renderScreen(<DetailsScreen />, '/data/details');
    expect(await screen.findByText('560041 (as on your card)')).toBeTruthy();
  });

  it('an address that was never asked for is added, filled in with what the card says', async () => {
    server.answers(dictionary, { details: [{ code: '29', name: 'Karnataka' }] });
    server.answers(personalData, {
      ...held('code'),
      suggestedAddress: { street: '12 Temple Road', district: 'Bengaluru', pin: '560041' },
    });
    server.answers(saveAddress, {});
    renderScreen(<DetailsScreen />, '/data/details');
    await userEvent.click(await screen.findByRole('button', { name: /^Home address/ }));

    const shown = await sheet('Home address');
    await press('Save the address');
    expect(server.sentTo(saveAddress)).toEqual([]);

    const summary = shown.getByRole('region', { name: /your attention$/ });
    expect(document.activeElement).toBe(summary);
    expect(within(summary).getByText('Enter your area, village or town')).toBeTruthy();

    await userEvent.type(
      shown.getByRole('textbox', { name: 'Area, village or town' }),
      'Jayanagar',
    );
    await userEvent.type(shown.getByRole('textbox', { name: 'PIN code' }), '{Backspace}2');
    tapLater(screen.getByRole('button', { name: 'Save the address' }));
    expect(await screen.findByText('Corrected')).toBeTruthy();
    expect(server.listBodies(saveAddress)).toEqual([
      {
        street: '12 Temple Road',
        locality: 'Jayanagar',
        district: 'Bengaluru',
        pin: '560042',
        // By the PIN code.
        state: '29',
      },
    ]);
  });

  it('earlier corrections are listed with the old value', async () => {
    const change = {
      field: 'maritalStatus',
      before: 'married',
      after: 'widowed',
      state: 'done',
    } as const;
    server.answers(personalData, {
      ...held('code'),
      changes: [{ ...change, requestedAt: 1, decidedAt: 1, refusal: null }],
    });
    renderScreen(<DetailsScreen />, '/data/details');
    expect(await screen.findByText('Married → Widowed')).toBeTruthy();
  });

  it('one that staff refused is listed with the reason', async () => {
    const change = {
      field: 'name',
      before: 'Asha Rao',
      after: 'Asha Roy',
      state: 'refused',
    } as const;
    const refusal = { id: 'not_shown', text: 'Your documents do not show it.' } as const;

    server.answers(personalData, {
      ...held('code'),
      changes: [{ ...change, requestedAt: 1, decidedAt: 2, refusal }],
    });
    renderScreen(<DetailsScreen />, '/data/details');

    const list = within(await screen.findByRole('region', { name: 'What was corrected' }));
    expect(list.getByText('Refused')).toBeTruthy();
    expect(list.getByText('Your documents do not show it.')).toBeTruthy();
  });
});

describe('a copy', () => {
  const copy = {
    exportId: '0195f000-0000-7000-8000-000000000001',
    language: 'en' as const,
    requestedAt: 1,
    expiresAt: 2,
    heldUntil: null,
  };

  it('is requested and shown while it is being prepared', async () => {
    server.answers(exportList, { exports: [], canProve: false });
    server.answers(requestExport, { ...copy, state: 'making' });
    renderScreen(<CopyScreen />, '/data/copy');

    const button = await screen.findByRole('button', { name: 'Make a copy' });
    server.answers(exportList, { exports: [{ ...copy, state: 'making' }], canProve: false });
    await userEvent.click(button);
    expect(await screen.findByText(/It is being made/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Make a copy' })).toBeNull();
  });

  it('can be saved in both formats once ready; an expired one says so', async () => {
    const gone = {
      ...copy,
      exportId: '0195f000-0000-7000-8000-000000000002',
      state: 'gone' as const,
    };
    server.answers(exportList, { exports: [{ ...copy, state: 'ready' }, gone], canProve: false });
    server.answers(fetchExport, {
      fileName: 'noren-data.json',
      mediaType: 'application/json',
      contentBase64: btoa('{}'),
    });
    renderScreen(<CopyScreen />, '/data/copy');
    await userEvent.click(await screen.findByRole('button', { name: /^Everything \(JSON\)/ }));

    const shown = await sheet('Everything (JSON)');
    expect(await shown.findByRole('button', { name: 'Save' })).toBeTruthy();
    expect(server.sentTo(fetchExport)).toMatchObject([
      { path: expect.stringContaining(`${copy.exportId}/json`) },
    ]);
    expect(screen.getByText('Deleted')).toBeTruthy();
  });

  const held = { ...copy, state: 'ready' as const, heldUntil: Date.UTC(2026, 11, 2, 4, 30) };

  it('that a new phone asked for says from when it can be saved, and offers no file', async () => {
    server.answers(exportList, { exports: [held], canProve: false });
    renderScreen(<CopyScreen />, '/data/copy');
    expect(
      await screen.findByText('It can be saved on this phone from 02/12/2026, 10:00'),
    ).toBeTruthy();
    expect(screen.getByText(/^This phone is new to your account/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /JSON/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Save it now with a passkey' })).toBeNull();
  });

  it('that waits is saved at once after a passkey, where the user has one', async () => {
    stubPasskeys({});
    onTestFinished(() => void vi.unstubAllGlobals());
    server.answers(exportList, { exports: [held], canProve: true });
    renderScreen(<CopyScreen />, '/data/copy');
    await userEvent.click(
      await screen.findByRole('button', { name: 'Save it now with a passkey' }),
    );
    await expect.poll(() => location.hash).toBe('#/api-phone-check');
  });
});

describe('a nominee', () => {
  const open = async () => {
    server.answers(viewNominee, { nominee: null });
    renderScreen(<NomineeScreen />, '/data/nominee');
    await screen.findByRole('textbox', { name: 'Name' });
  };

  it('is not saved with a missing field, which is marked', async () => {
    await open();
    await press('Name this person');
    expect(server.sentTo(saveNominee)).toEqual([]);
    expect(screen.getByRole('button', { name: 'Enter the name' })).toBeTruthy();
  });

  it('is saved with all fields, and can be removed', async () => {
    await open();
    await press(/^Relationship/);

    const list = await sheet('Relationship');
    await userEvent.click(await list.findByRole('option', { name: 'Husband or wife' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Meera Rao');
    await userEvent.type(screen.getByRole('textbox', { name: 'Mobile number' }), '90000 00021');

    const nominee = {
      relationship: 'spouse',
      name: 'Meera Rao',
      maskedPhone: '90•••••021',
      savedAt: 1,
    };
    server.answers(saveNominee, { nominee });
    server.answers(viewNominee, { nominee });
    await press('Name this person');
    expect(server.listBodies(saveNominee)).toEqual([
      { relationship: 'spouse', name: 'Meera Rao', phone: '9000000021' },
    ]);
    expect(await screen.findByText('Husband or wife, 90•••••021')).toBeTruthy();
    expect(screen.queryByText('Enter the name')).toBeNull();
    server.answers(removeNominee, {});
    await press('Remove the nominee');

    const sure = await sheet('Remove the nominee?');
    expect(sure.getByText(/^Meera Rao can then no longer act/)).toBeTruthy();
    expect(server.sentTo(removeNominee)).toEqual([]);
    server.answers(viewNominee, { nominee: null });
    await userEvent.click(sure.getByRole('button', { name: 'Remove the nominee' }));
    await expect.poll(() => screen.queryByText('Meera Rao')).toBeNull();
  });
});

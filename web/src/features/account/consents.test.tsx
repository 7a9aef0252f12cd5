import { saveConsent } from '@noren/contract/account';
import { consentHistory } from '@noren/contract/privacy';
import { consentTexts, PURPOSES, type Purpose } from '@noren/core/people/consent';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { clearSession, saveSignIn } from '../../session/session.ts';
import { sampleHistory } from '../../testing/data-samples.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { stubServer } from '../../testing/server-stub.ts';
import type { PurposeHistory } from './consent-sheet.tsx';
import { ConsentsScreen } from './consents.tsx';

let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  server = stubServer();
  saveSignIn('token', { userId: 'u', maskedPhone: '98•••••210' });
});

afterEach(() => act(() => clearSession()));

const NEVER_DECIDED: Partial<PurposeHistory> = { state: 'none', mayWithdraw: false, records: [] };
const optional = PURPOSES.filter((purpose) => !consentTexts[purpose].isRequired);

async function openSheet(name: string) {
  renderScreen(<ConsentsScreen />, '/data/consents');
  await userEvent.click(await screen.findByRole('button', { name: new RegExp(`^${name}`) }));
  return within(await screen.findByRole('dialog', { name }));
}

const answerSaved = (purpose: Purpose) => {
  const { textVersion, isRequired } = consentTexts[purpose];
  server.answers(saveConsent, { purpose, textVersion, isRequired, state: 'given', decidedAt: 2 });
};

describe('optional consents', () => {
  it('are listed with their text, decided or not; consents for a loan are requested on the way to it', async () => {
    const never = Object.fromEntries(PURPOSES.map((purpose) => [purpose, NEVER_DECIDED]));
    server.answers(consentHistory, sampleHistory({ ...never, offers: {} }));
    renderScreen(<ConsentsScreen />, '/data/consents');

    const list = within(await screen.findByRole('region', { name: 'Only if you want it' }));
    const rows = list.getAllByRole('button');

    expect(rows).toHaveLength(optional.length);

    const texts = rows.map((row) => row.textContent);
    expect(texts.filter((text) => /Not agreed to.*Agree$/.test(text ?? ''))).toHaveLength(
      optional.length - 1,
    );
    expect(
      list.getByRole('button', {
        name: /^Messages about offers To tell you of offers.*Agreed, .*Withdraw consent$/,
      }),
    ).toBeTruthy();
    expect(
      list.getByRole('button', { name: /^How fields are filled in To find the questions/ }),
    ).toBeTruthy();
    expect(screen.getAllByRole('button', { name: /Agree|Withdraw/ })).toHaveLength(optional.length);
  });

  it.each<[Partial<PurposeHistory>, string]>([
    [NEVER_DECIDED, 'Agree'],
    [{ state: 'refused', mayWithdraw: false }, 'Agree'],
    [{ state: 'withdrawn', mayWithdraw: false }, 'Agree again'],
    [{ state: 'outdated' }, 'Agree again'],
  ])('in state %o can be agreed to, in the version that is shown', async (consent, name) => {
    server.answers(consentHistory, sampleHistory({ usage: consent }));
    answerSaved('usage');

    const sheet = await openSheet('How fields are filled in');
    expect(sheet.getByText(/When you filled in a field/)).toBeTruthy();

    const agree = sheet.getByRole('button', { name });
    // The last one: the sheet's close icon has the same name.
    const close = sheet
      .getAllByRole('button', { name: consent.state === 'outdated' ? 'Keep it' : 'Close' })
      .at(-1);

    expect(agree.className).toBe(close?.className);
    await userEvent.click(agree);

    const { textVersion } = consentTexts.usage;
    expect(server.listBodies(saveConsent)).toEqual([
      { purpose: 'usage', textVersion, given: true },
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('given for an earlier version can also be withdrawn', async () => {
    server.answers(consentHistory, sampleHistory({ usage: { state: 'outdated' } }));
    const sheet = await openSheet('How fields are filled in');
    expect(sheet.getByRole('button', { name: 'Withdraw consent' })).toBeTruthy();
  });
});

describe('notifications', () => {
  const offerBrowser = (permission: NotificationPermission, answer: NotificationPermission) => {
    const requestPermission = vi.fn(async () => answer);
    vi.stubGlobal(
      'Notification',
      Object.assign(() => undefined, { permission, requestPermission }),
    );
    vi.stubGlobal('PushManager', () => undefined);

    const value = { getRegistration: async () => undefined };
    Object.defineProperty(navigator, 'serviceWorker', { value, configurable: true });
    onTestFinished(() => {
      vi.unstubAllGlobals();
      Reflect.deleteProperty(navigator, 'serviceWorker');
    });
    server.answers(consentHistory, sampleHistory({ notifications: NEVER_DECIDED }));
    answerSaved('notifications');

    return requestPermission;
  };

  it('are agreed to once the browser allows them', async () => {
    const requestPermission = offerBrowser('default', 'granted');
    const sheet = await openSheet('Notifications on this phone');

    await userEvent.click(sheet.getByRole('button', { name: 'Agree' }));
    expect(requestPermission).toHaveBeenCalledOnce();
    await expect
      .poll(() => server.listBodies(saveConsent))
      .toMatchObject([{ purpose: 'notifications', given: true }]);
  });

  it('are not agreed to when the user denies the browser’s prompt', async () => {
    const requestPermission = offerBrowser('default', 'denied');
    const sheet = await openSheet('Notifications on this phone');

    await userEvent.click(sheet.getByRole('button', { name: 'Agree' }));
    expect(requestPermission).toHaveBeenCalledOnce();
    expect(server.sentTo(saveConsent)).toEqual([]);
  });

  it('cannot be agreed to while the browser blocks them, and says so', async () => {
    offerBrowser('denied', 'denied');
    const sheet = await openSheet('Notifications on this phone');
    expect(sheet.getByText(/Blocked in the browser/)).toBeTruthy();
    expect(sheet.queryByRole('button', { name: 'Agree' })).toBeNull();
  });
});

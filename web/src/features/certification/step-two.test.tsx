import { viewConsents } from '@noren/contract/account';
import { savePersonalInfo, viewPersonalInfo } from '@noren/contract/certification';
import { dictionary } from '@noren/contract/dictionary';
import { userStatus } from '@noren/contract/login';
import { UserStatus } from '@noren/core/people/status';
import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { clearAnswers } from '../../api/hooks.tsx';
import { setLanguage, t } from '../../i18n/index.ts';
import { readDraft } from '../../session/drafts.ts';
import { sampleConsents } from '../../testing/consent-samples.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { stubServer } from '../../testing/server-stub.ts';
import { sampleUserStatus } from '../../testing/sign-in.ts';
import { tapAt } from '../../testing/tap-place.ts';
import { StepTwo } from './step-two.tsx';

let server: ReturnType<typeof stubServer>;
const workStatuses = ['salaried', 'self_employed', 'unemployed'];

beforeEach(() => {
  sessionStorage.clear();
  server = stubServer();
  server.answers(viewConsents, sampleConsents());
  server.answers(viewPersonalInfo, {
    isSaved: false,
    info: { birthday: '1990-05-17' },
    fromSource: [],
  });
  server.answers(dictionary, ({ path }) => {
    const type = path.split('/').at(-1);
    const name = (word: string) => (document.documentElement.lang === 'es' ? `${word} (es)` : word);
    if (type !== 'workStatus')
      return { details: [{ code: `${type?.toLowerCase()}_a`, name: name(`${type} A`) }] };

    return { details: workStatuses.map((code) => ({ code, name: name(code) })) };
  });
  server.answers(savePersonalInfo, { bizStatus: UserStatus.contactsDue });
});

const save = () => userEvent.click(screen.getByRole('button', { name: 'Save and continue' }));
const always = ['Gender', 'Education', 'Marital status', 'Number of children', 'Monthly income'];

const pick = async (name: string, option?: string) => {
  if (name === 'Education') return pickEducation();

  // The choice before may have gone on to this field, or to another.
  if (screen.queryByRole('dialog') && !screen.queryByRole('dialog', { name }))
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  if (!screen.queryByRole('dialog'))
    await userEvent.click(screen.getByRole('button', { name: new RegExp(`^${name}`) }));

  const sheet = within(screen.getByRole('dialog'));
  await userEvent.click(
    await sheet.findByRole('option', option === undefined ? {} : { name: option }),
  );
};

async function pickEducation(): Promise<void> {
  if (screen.queryByRole('dialog'))
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await userEvent.click(await screen.findByRole('radio', { name: 'education A' }));
}

const typeEmail = () =>
  userEvent.type(screen.getByRole('textbox', { name: 'E-mail' }), 'asha@example.in');

const typeAddress = async () => {
  const type = (name: string, text: string) =>
    userEvent.type(screen.getByRole('textbox', { name }), text);
  await type('House and street', '12 Temple Road');
  await type('Area, village or town', 'Jayanagar');
  await type('District', 'Bengaluru');
  await type('PIN code', '560041');
};

const typeCompany = async () => {
  await userEvent.type(screen.getByRole('textbox', { name: 'Company name' }), 'Example Mills');
  await userEvent.type(screen.getByRole('textbox', { name: 'Company address' }), '1 Example Road');
};

describe('personal information', () => {
  it('prefills the birth day from the cards', async () => {
    renderScreen(<StepTwo />, '/facial-auth/step-two');
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Year' })).value).toBe(
      '1990',
    );
  });

  it('goes on from each choice to the next open field', async () => {
    server.answers(viewPersonalInfo, {
      isSaved: false,
      info: {
        ...savedAddress,
        birthday: '1990-05-17',
        gender: 'gender_a',
        monthlyIncome: 'monthlyincome_a',
      },
      fromSource: [],
    });
    renderScreen(<StepTwo />, '/facial-auth/step-two');
    await screen.findByText('gender A');
    await tapAt(await screen.findByRole('radio', { name: 'education A' }));

    for (const [name, option] of [
      ['Marital status', 'maritalStatus A'],
      ['Number of children', 'childrenCount A'],
      ['Work status', 'salaried'],
      ['Industry', 'industry A'],
      // The income is known.
      ['How you are paid', 'salaryType A'],
      ['Payday', 'payday A'],
    ] as const) {
      const sheet = within(await screen.findByRole('dialog', { name }));
      await userEvent.click(await sheet.findByRole('option', { name: option }));
    }

    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Company name' }));
    await pick('Payday');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('lists every missing field with a link to it', async () => {
    renderScreen(<StepTwo />, '/facial-auth/step-two');
    await screen.findByRole('heading', { name: 'About you' });
    await save();

    const summary = screen.getByRole('region', { name: '12 things need your attention' });
    expect(document.activeElement).toBe(summary);

    const named = () => within(summary).getAllByRole('button');
    expect(named().map((button) => button.textContent)).toEqual([
      'Choose your gender',
      'Enter your e-mail address',
      'Choose your education',
      'Choose your marital status',
      'Choose how many children you have',
      'Enter your house and street',
      'Enter your area, village or town',
      'Enter your district',
      'Enter the 6 digits of your PIN code',
      'Choose your state',
      'Choose your work status',
      'Choose your monthly income',
    ]);
    await userEvent.click(
      within(summary).getByRole('button', { name: 'Enter your e-mail address' }),
    );
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'E-mail' }));
    await userEvent.click(within(summary).getByRole('button', { name: 'Choose your work status' }));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Work status/ }));
    expect(server.sentTo(savePersonalInfo)).toEqual([]);
  });

  it('is saved and continues to the next step', async () => {
    renderScreen(<StepTwo />, '/facial-auth/step-two');
    await screen.findByRole('heading', { name: 'About you' });
    await pick('Work status', 'salaried');
    for (const name of [...always, 'Industry', 'How you are paid', 'Payday']) await pick(name);
    await typeEmail();
    await typeAddress();
    await typeCompany();
    await save();
    await screen.findByText('at /facial-auth/step-three');

    const [body] = server.listBodies(savePersonalInfo);
    expect(Object.keys(body ?? {})).toHaveLength(18);
    expect(body).toMatchObject({
      gender: 'gender_a',
      birthday: '1990-05-17',
      companyName: 'Example Mills',
      // By the PIN code.
      state: '29',
    });
    expect(readDraft('personal')).toEqual({});
    // Eight sheets are opened: slow machines need more than the usual time.
  });

  it('shows an address that a card says, to be confirmed or changed', async () => {
    server.answers(dictionary, { details: [{ code: '29', name: 'Karnataka' }] });
    server.answers(viewPersonalInfo, {
      isSaved: false,
      info: { ...savedInfo, ...savedAddress },
      fromSource: ['street', 'pin'],
    });
    renderScreen(<StepTwo />, '/facial-auth/step-two');
    await screen.findByText(/From your Aadhaar card/);
    await screen.findByText(/Bengaluru, Karnataka 560041/);
    expect(screen.queryByRole('textbox', { name: 'PIN code' })).toBeNull();

    await userEvent.click(screen.getByRole('button', { name: 'Change the address' }));
    const pin = screen.getByRole('textbox', { name: 'PIN code' });
    await userEvent.clear(pin);
    await userEvent.type(pin, '400001');
    expect(
      screen.getByText(/PIN codes in Karnataka do not usually begin like 400001/),
    ).toBeTruthy();

    // It is a question: the borrower may know better.
    await save();
    await screen.findByText('at /facial-auth/step-three');
    expect(server.listBodies(savePersonalInfo)[0]).toMatchObject({ pin: '400001', state: '29' });
  });

  it('refuses a birth day that differs from the confirmed one, and one of a minor', async () => {
    renderScreen(<StepTwo />, '/facial-auth/step-two');

    const year = await screen.findByRole('textbox', { name: 'Year' });
    await userEvent.clear(year);
    await userEvent.type(year, '1991');
    await userEvent.tab();
    expect(screen.getByText(/differs from your cards/)).toBeTruthy();
    await userEvent.clear(year);
    await userEvent.type(year, '2015');
    expect(screen.getByText('You must be between 18 and 80 years old')).toBeTruthy();
  });

  it('keeps the input for a later visit', async () => {
    renderScreen(<StepTwo />, '/facial-auth/step-two');
    await screen.findByRole('heading', { name: 'About you' });
    await pick('Work status', 'salaried');
    await userEvent.type(screen.getByRole('textbox', { name: 'Company name' }), 'Example Mills');
    expect(readDraft('personal')).toMatchObject({ companyName: 'Example Mills' });
    expect(JSON.stringify([{ ...sessionStorage }, { ...localStorage }])).not.toContain(
      'Example Mills',
    );
  });

  it.each([
    [
      'unemployed',
      [],
      ['Industry', 'How you are paid', 'Payday', 'Company name', 'Company address'],
    ],
    [
      'self_employed',
      ['Industry', 'How you are paid'],
      ['Payday', 'Company name', 'Company address'],
    ],
  ])('does not ask a borrower %s for data they cannot have', async (status, required, dropped) => {
    renderScreen(<StepTwo />, '/facial-auth/step-two');
    await screen.findByRole('heading', { name: 'About you' });
    // Answers that no longer apply to the work status are not sent.
    await pick('Work status', 'salaried');
    await typeCompany();
    await pick('Work status', status);
    for (const name of dropped) expect(screen.queryByLabelText(name)).toBeNull();
    for (const name of [...always, ...required]) await pick(name);
    await typeEmail();
    await typeAddress();
    await save();
    await screen.findByText('at /facial-auth/step-three');

    const [body] = server.listBodies(savePersonalInfo);
    expect(Object.keys(body ?? {})).toHaveLength(13 + required.length);
    expect(body).not.toHaveProperty('companyName');
  });

  it('keeps the input after a change of language and a reload', async () => {
    renderScreen(<StepTwo />, '/facial-auth/step-two');
    await screen.findByRole('heading', { name: 'About you' });
    await typeEmail();
    await pick('Gender');
    await pick('Work status', 'self_employed');
    await act(() => setLanguage('es'));

    const email = () =>
      screen.findByRole<HTMLInputElement>('textbox', { name: 'Correo electrónico' });
    expect((await email()).value).toBe('asha@example.in');
    await screen.findByText('gender A (es)');
    cleanup();
    clearAnswers();
    renderScreen(<StepTwo />, '/facial-auth/step-two');
    expect((await email()).value).toBe('asha@example.in');
    await screen.findByText('gender A (es)');
    await screen.findByText('self_employed (es)');
    await act(() => setLanguage('en'));
  });

  it('refused because another tab has moved on, links to the current step', async () => {
    server.answers(viewPersonalInfo, {
      isSaved: true,
      info: { ...savedInfo, ...savedAddress },
      fromSource: [],
    });
    server.refuses(savePersonalInfo, 409, 'This step is not open.', { reason: 'step' });
    server.answers(userStatus, sampleUserStatus(UserStatus.certified));
    renderScreen(<StepTwo />, '/facial-auth/step-two');
    await userEvent.click(await screen.findByRole('button', { name: 'Save changes' }));
    expect(
      (await screen.findByRole('link', { name: t('certification.to_home') })).getAttribute('href'),
    ).toBe('/home');
  });
});

const savedInfo = {
  gender: 'gender_a',
  birthday: '1990-05-17',
  email: 'asha@example.in',
  education: 'education_a',
  maritalStatus: 'maritalstatus_a',
  childrenCount: 'childrencount_a',
  workStatus: 'unemployed',
  monthlyIncome: 'monthlyincome_a',
};

const savedAddress = {
  street: '12 Temple Road',
  locality: 'Jayanagar',
  district: 'Bengaluru',
  state: '29',
  pin: '560041',
};

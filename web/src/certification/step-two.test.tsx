import { viewConsents } from '@noren/contract/account';
import { dictionary, savePersonalInfo, viewPersonalInfo } from '@noren/contract/certification';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { sampleConsents } from '../test/consent-samples.ts';
import { showScreen } from '../test/show-screen.tsx';
import { standInServer } from '../test/wire-stub.ts';
import { StepTwo } from './step-two.tsx';

let server: ReturnType<typeof standInServer>;

beforeEach(() => {
  sessionStorage.clear();
  server = standInServer();
  server.answers(viewConsents, sampleConsents());
  server.answers(viewPersonalInfo, { isSaved: false, info: { birthday: '1990-05-17' } });
  server.answers(dictionary, ({ path }) => {
    const type = path.split('/').at(-1);
    return { details: [{ code: `${type?.toLowerCase()}_a`, name: `${type} A` }] };
  });
  server.answers(savePersonalInfo, { bizStatus: 40 });
});

const save = () => userEvent.click(screen.getByRole('button', { name: 'Save and continue' }));
const pickers = [
  'Gender',
  'Education',
  'Marital status',
  'Number of children',
  'Work status',
  'Industry',
  'Monthly income',
  'Salary type',
  'Payday',
];
const pick = async (name: string) => {
  await userEvent.click(screen.getByRole('button', { name: new RegExp(`^${name}`) }));
  await userEvent.click(await within(screen.getByRole('dialog')).findByRole('option'));
};
const fillTexts = async () => {
  await userEvent.type(screen.getByRole('textbox', { name: 'E-mail' }), 'asha@example.in');
  await userEvent.type(screen.getByRole('textbox', { name: 'Company name' }), 'Example Mills');
  await userEvent.type(screen.getByRole('textbox', { name: 'Company address' }), '1 Example Road');
};

describe('personal information', () => {
  it('knows the birth day from the cards', async () => {
    showScreen(<StepTwo />, '/facial-auth/step-two');
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Year' })).value).toBe('1990');
  });

  it('names the first fields that are missing, on request all, each leading to its place', async () => {
    showScreen(<StepTwo />, '/facial-auth/step-two');
    await screen.findByRole('heading', { name: 'About you' });
    await save();
    const summary = screen.getByRole('region', { name: '12 things need your attention' });
    expect(document.activeElement).toBe(summary);
    const named = () => within(summary).getAllByRole('button');
    expect(named().map((button) => button.textContent)).toEqual([
      'Choose your gender',
      'Enter your e-mail address',
      'Choose your education',
      'and 9 more',
    ]);
    await userEvent.click(within(summary).getByRole('button', { name: 'Enter your e-mail address' }));
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'E-mail' }));
    await userEvent.click(within(summary).getByRole('button', { name: 'and 9 more' }));
    expect(document.activeElement).toBe(summary);
    expect(named()).toHaveLength(12);
    await userEvent.click(within(summary).getByRole('button', { name: 'Choose your payday' }));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Payday/ }));
    expect(server.sentTo(savePersonalInfo)).toEqual([]);
  });

  it('is saved whole and goes on', async () => {
    showScreen(<StepTwo />, '/facial-auth/step-two');
    await screen.findByRole('heading', { name: 'About you' });
    for (const name of pickers) await pick(name);
    await fillTexts();
    await save();
    await screen.findByText('at /facial-auth/step-three');
    const [body] = server.bodiesOf(savePersonalInfo);
    expect(Object.keys(body ?? {})).toHaveLength(13);
    expect(body).toMatchObject({ gender: 'gender_a', birthday: '1990-05-17', companyName: 'Example Mills' });
    expect(sessionStorage.getItem('noren.draft.personal')).toBeNull();
    // Nine sheets are opened: slow machines need more than the usual time.
  }, 30_000);

  it('refuses another birth day than the confirmed one, and one of a child', async () => {
    showScreen(<StepTwo />, '/facial-auth/step-two');
    const year = await screen.findByRole('textbox', { name: 'Year' });
    await userEvent.clear(year);
    await userEvent.type(year, '1991');
    await userEvent.tab();
    expect(screen.getByText(/differs from your cards/)).toBeTruthy();
    await userEvent.clear(year);
    await userEvent.type(year, '2015');
    expect(screen.getByText('You must be between 18 and 80 years old')).toBeTruthy();
  });

  it('keeps what was typed for coming back', async () => {
    showScreen(<StepTwo />, '/facial-auth/step-two');
    await screen.findByRole('heading', { name: 'About you' });
    await userEvent.type(screen.getByRole('textbox', { name: 'Company name' }), 'Example Mills');
    expect(JSON.parse(sessionStorage.getItem('noren.draft.personal') ?? '{}')).toMatchObject({
      companyName: 'Example Mills',
    });
  });
});

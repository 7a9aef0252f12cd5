import { expect, type Locator, type Page } from '@playwright/test';
import { type Person, readCode } from './sandbox.ts';
import { textsIn } from './texts.ts';
import { inspect } from './watch.ts';

const textOf = textsIn('en');

/** The borrower in a scenario, and their page. */
export interface Actor {
  page: Page;
  url: string;
  person: Person;
}

/**
 * Opens the app at an address of its landing page and signs in with the code that the sandbox
 * shows.
 */
export async function registerAndSignIn(
  { page, url, person }: Actor,
  address = '/',
): Promise<void> {
  await page.goto(address);
  await inspect(page, 'Noren');
  await page.getByRole('link', { name: textOf('noren.start') }).click();
  await inspect(page, textOf('login.title'));
  await type(page.getByLabel(textOf('login.phone_label')), person.phone);
  await page.getByRole('button', { name: textOf('login.send_code') }).click();
  await inspect(page, textOf('login.code_title'));
  await page.getByRole('checkbox').check();
  await page.getByLabel(textOf('login.code_label')).fill(await readCode(url, person.phone));
  await inspect(page, textOf('certification.title'));
}

/** Agrees to the consent that is shown before a screen that collects data. */
export async function agree(page: Page, purpose: ConsentPurpose): Promise<void> {
  await inspect(page, textOf(`consent.title_${purpose}`));

  const text = purpose === 'face_check' ? 'consent.agree_start' : 'consent.agree';
  await page.getByRole('button', { name: textOf(text) }).click();
}

type ConsentPurpose =
  | 'questionnaire'
  | 'identity_documents'
  | 'face_check'
  | 'personal_information'
  | 'contacts'
  | 'bank_account';

/** Answers one question per screen; the last answer saves them. */
export async function answerSurvey({ page }: Actor): Promise<void> {
  await page.getByRole('link', { name: textOf('certification.continue') }).click();
  await agree(page, 'questionnaire');

  for (const answer of ['Household', '₹40,000 to ₹60,000', 'None', 'A friend']) {
    const choice = page.getByRole('radio', { name: answer, exact: true });
    await expect(choice).toBeVisible();
    await inspect(page, textOf('certification.part_survey'));
    await choice.click();
  }
}

/** Fills in what earlier steps did not collect; each choice goes on to the next. */
export async function fillPersonalInfo(
  { page, person }: Actor,
  { isGenderKnown = true } = {},
): Promise<void> {
  await agree(page, 'personal_information');
  await inspect(page, textOf('certification.part_personal'));

  const gender = person.gender === 'male' ? 'Male' : 'Female';
  // Known from the cards and the questionnaire.
  const known = { ...(isGenderKnown && { gender }), monthlyIncome: '₹40,000 to ₹60,000' };
  for (const [field, value] of Object.entries(known))
    await expect(
      page.getByRole('button', {
        name: `${textOf(`certification.${field as keyof typeof known}`)} ${value}`,
      }),
    ).toBeVisible();

  await expect(page.getByLabel(textOf('ui.year'))).toHaveValue(person.birthDay.slice(0, 4));
  await expect(page.getByText(new RegExp(`${person.pin}$`))).toBeVisible();
  if (!isGenderKnown) {
    await page
      .getByRole('button', { name: new RegExp(`^${textOf('certification.gender')}`) })
      .click();
    await pick(page, 'gender', gender);
  }

  await type(page.getByLabel(textOf('certification.email')), person.email);
  await page.getByRole('radio', { name: "Bachelor's degree", exact: true }).check();
  await pick(page, 'maritalStatus', 'Married');
  await pick(page, 'childrenCount', '1');
  await pick(page, 'workStatus', 'Salaried');
  await pick(page, 'industry', 'Technology');
  await pick(page, 'salaryType', 'Bank transfer');
  await pick(page, 'payday', 'Day 1 of the month');
  await type(page.getByLabel(textOf('certification.companyName')), person.companyName);
  await type(page.getByLabel(textOf('certification.companyAddress')), person.companyAddress);
  await inspect(page, textOf('certification.part_personal'));
  await page.getByRole('button', { name: textOf('certification.save_continue') }).click();
}

/** Picks the birth date from the three columns of the date sheet. */
export async function pickBirthDay(page: Page, day: string): Promise<void> {
  const [year = '', month = '', dayOfMonth = ''] = day.split('-');
  const monthName = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' }).format(
    new Date(day),
  );

  await page.getByRole('button', { name: textOf('ui.pick_date') }).click();

  const sheet = page.getByRole('dialog', { name: textOf('certification.birthday') });
  await choose(sheet.getByRole('listbox', { name: textOf('ui.year') }), year);
  await choose(sheet.getByRole('listbox', { name: textOf('ui.month') }), monthName);
  await choose(sheet.getByRole('listbox', { name: textOf('ui.day') }), dayOfMonth);
  await sheet.getByRole('button', { name: `${dayOfMonth}/${month}/${year}` }).click();
}

function choose(column: ReturnType<Page['getByRole']>, name: string): Promise<void> {
  return column.getByRole('option', { name, exact: true }).click();
}

/** Chooses in a sheet that the choice before has opened. */
async function pick(page: Page, field: string, option: string): Promise<void> {
  await choose(page.getByRole('dialog', { name: textOf(`certification.${field}`) }), option);
}

/** Types into a field: a tap, unless the app has put the focus there. */
export async function type(field: Locator, text: string): Promise<void> {
  if (!(await field.evaluate((element) => element === document.activeElement))) await field.click();
  await field.fill(text);
}

/** Two people, typed by hand. */
export async function fillContacts({ page, person }: Actor): Promise<void> {
  await agree(page, 'contacts');
  await inspect(page, textOf('certification.contacts'));

  const relations = { parent: 'Parent', friend: 'Friend' };
  for (const [index, contact] of person.contacts.entries()) {
    const part = page.getByRole('region', {
      name: textOf('certification.contact_number', { number: index + 1 }),
    });
    await part.getByRole('radio', { name: relations[contact.relationship] }).check();
    await type(part.getByLabel(textOf('certification.contact_name')), contact.name);
    await type(part.getByLabel(textOf('certification.contact_phone')), contact.phone);
  }

  await inspect(page, textOf('certification.contacts'));
  await page.getByRole('button', { name: textOf('certification.save_continue') }).click();
}

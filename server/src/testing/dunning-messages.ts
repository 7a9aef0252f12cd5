import { readSandboxMessages } from '../sandbox/phone/store.ts';
import type { TestApp } from './start-app.ts';
import type { SignedInUser } from './users.ts';

/** The messages about dues that the borrower received, oldest first. */
export async function readDunningMessages({ deps }: TestApp, { phone }: SignedInUser) {
  const all = await readSandboxMessages(deps.db, phone);
  return all
    .reverse()
    .filter(({ template }) => template !== 'loan_paid_out' && template !== 'loan_settled');
}

export const listDunningTemplates = async (app: TestApp, who: SignedInUser) =>
  (await readDunningMessages(app, who)).map(({ template }) => template);

import { beforeEach, expect, it } from 'vitest';
import { clearDraft, clearDraftsInMemory, readDraft, saveDraft, storePlainDraft } from './drafts.ts';
import { clearSession, saveSignIn } from './session.ts';

const typed = { name: 'Ramesh Rao', phone: '9876543210' };
const stored = () => JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie]);

beforeEach(() => {
  sessionStorage.clear();
  clearDraftsInMemory();
});

it('what was typed comes back on a later visit, and is in no storage of the browser', () => {
  saveDraft('contacts', typed);
  expect(readDraft('contacts')).toEqual(typed);
  for (const value of Object.values(typed)) expect(stored()).not.toContain(value);
});

it('what names nobody is stored, and survives a reload', () => {
  storePlainDraft('orders', { repayId: 'r1' });
  expect(stored()).toContain('r1');
  expect(readDraft('orders')).toEqual({ repayId: 'r1' });
});

it.each([
  ['the form was saved', () => clearDraft('contacts')],
  ['the user signed out', clearSession],
])('nothing is left after %s', (_, end) => {
  saveSignIn('own', { userId: '0198c0de-0000-7000-8000-000000000001', maskedPhone: '98•••••210' });
  saveDraft('contacts', typed);
  end();
  expect(readDraft('contacts')).toEqual({});
});

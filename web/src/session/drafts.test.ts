import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeDraftCipher } from './draft-cipher.ts';

const KEY = 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA';
const OTHER_KEY = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
const typed = { name: 'Ramesh Rao', phone: '9876543210' };
const stored = () =>
  JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie, history.state]);
const place = 'noren.encrypted-draft.contacts';

/** The page is loaded again: only the storage is as it was. */
async function reload(load: () => Promise<string> = async () => KEY) {
  vi.resetModules();

  const drafts = await import('./drafts.ts');
  const requestKey = vi.fn(load);

  drafts.encryptDraftsWith(async () => makeDraftCipher(await requestKey()));

  return { ...drafts, requestKey };
}

beforeEach(() => sessionStorage.clear());

afterEach(() => {
  vi.useRealTimers();
  sessionStorage.clear();
});

const isStored = () => expect.poll(() => sessionStorage.getItem(place)).not.toBeNull();

it('what was typed is stored encrypted and comes back after a reload', async () => {
  const before = await reload();
  before.saveDraft('contacts', typed);
  expect(before.readDraft('contacts')).toEqual(typed);
  await isStored();
  for (const value of Object.values(typed)) expect(stored()).not.toContain(value);

  const after = await reload();
  expect(after.readDraft('contacts')).toEqual({});
  await after.restoreDrafts();
  expect(after.readDraft('contacts')).toEqual(typed);
});

it('the last of several changes is stored', async () => {
  const before = await reload();
  for (const name of ['R', 'Ra', 'Ramesh']) before.saveDraft('contacts', { name });
  await isStored();
  before.saveDraft('contacts', { name: 'Ramesh Rao' });
  await expect
    .poll(async () => {
      const { restoreDrafts, readDraft } = await reload();
      await restoreDrafts();
      return readDraft('contacts')['name'];
    })
    .toBe('Ramesh Rao');
});

it('no key is requested without a draft, and one for all drafts of a page', async () => {
  const { requestKey, restoreDrafts, storePlainDraft, saveDraft } = await reload();
  await restoreDrafts();
  storePlainDraft('orders', { repayId: 'r1' });
  expect(requestKey).not.toHaveBeenCalled();

  saveDraft('contacts', typed);
  await isStored();
  saveDraft('nominee', { relationship: 'friend' });
  await expect.poll(() => sessionStorage.getItem('noren.encrypted-draft.nominee')).not.toBeNull();
  expect(requestKey).toHaveBeenCalledOnce();
});

it('data that names nobody is stored unencrypted', async () => {
  const { storePlainDraft } = await reload();
  storePlainDraft('orders', { repayId: 'r1' });
  expect((await reload()).readDraft('orders')).toEqual({ repayId: 'r1' });
});

it('without the key a draft stays in memory, and is stored once the key is there', async () => {
  vi.spyOn(console, 'info').mockImplementation(() => undefined);

  let isOnline = false;
  const { saveDraft, readDraft } = await reload(() =>
    isOnline ? Promise.resolve(KEY) : Promise.reject(new Error()),
  );

  saveDraft('contacts', typed);
  await expect.poll(() => vi.mocked(console.info).mock.calls.length).toBe(1);
  expect(readDraft('contacts')).toEqual(typed);
  expect(sessionStorage).toHaveLength(0);

  isOnline = true;
  dispatchEvent(new Event('online'));
  await isStored();
});

it('a failed request for the key is repeated after five seconds, and not at each letter', async () => {
  vi.useFakeTimers();
  vi.spyOn(console, 'info').mockImplementation(() => undefined);

  const { saveDraft, requestKey } = await reload(() => Promise.reject(new Error()));
  for (const name of ['R', 'Ra', 'Ram']) {
    saveDraft('contacts', { name });
    await vi.advanceTimersByTimeAsync(10);
  }

  expect(requestKey).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(requestKey).toHaveBeenCalledTimes(2);
});

it.each([
  ['another key', async () => (await makeDraftCipher(OTHER_KEY)).encrypt('contacts', typed)],
  [
    'the same key, for another form',
    async () => (await makeDraftCipher(KEY)).encrypt('nominee', typed),
  ],
  ['nothing: it was altered', async () => 'not a draft'],
])('a draft encrypted with %s is dropped without an error', async (_, encrypt) => {
  sessionStorage.setItem(place, await encrypt());

  const { restoreDrafts, readDraft, isDraftUnread } = await reload();
  expect(isDraftUnread('contacts')).toBe(true);
  await restoreDrafts();
  expect([readDraft('contacts'), isDraftUnread('contacts'), sessionStorage.length]).toEqual([
    {},
    false,
    0,
  ]);
});

it('a draft that is decrypted late does not replace what was typed meanwhile', async () => {
  sessionStorage.setItem(place, await (await makeDraftCipher(KEY)).encrypt('contacts', typed));

  const { promise, resolve } = Promise.withResolvers<string>();
  const { saveDraft, readDraft, watchRestoredDrafts, restoreDrafts } = await reload(() => promise);
  const restored = vi.fn();

  watchRestoredDrafts(restored);

  const isRestored = restoreDrafts();
  saveDraft('contacts', { name: 'Meera', phone: '' });
  resolve(KEY);
  await isRestored;
  expect(restored).toHaveBeenCalledExactlyOnceWith('contacts', typed);
  expect(readDraft('contacts')).toEqual({ name: 'Meera', phone: '' });
});

it('a form is not held back longer than three seconds', async () => {
  vi.useFakeTimers();
  sessionStorage.setItem(place, 'encrypted');

  const { restoreDrafts } = await reload(() => new Promise<string>(() => undefined));
  let isOver = false;

  void restoreDrafts().then(() => {
    isOver = true;
  });
  await vi.advanceTimersByTimeAsync(2_900);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  expect(isOver).toBe(true);
});

it('nothing is left after the form was saved', async () => {
  const { saveDraft, clearDraft, readDraft } = await reload();
  saveDraft('contacts', typed);
  await isStored();
  clearDraft('contacts');
  expect([readDraft('contacts'), sessionStorage.length]).toEqual([{}, 0]);
});

it('nothing is left after signing out, and the next draft gets another key', async () => {
  const keys = [KEY, OTHER_KEY];
  const { saveDraft, readDraft, requestKey } = await reload(async () => keys.shift() ?? '');
  const { clearSession, saveSignIn } = await import('./session.ts');

  saveSignIn('own', { userId: '0198c0de-0000-7000-8000-000000000001', maskedPhone: '98•••••210' });
  saveDraft('contacts', typed);
  await isStored();
  clearSession();
  expect([readDraft('contacts'), sessionStorage.length]).toEqual([{}, 0]);

  saveDraft('contacts', { name: 'Meera' });
  await isStored();
  expect(requestKey).toHaveBeenCalledTimes(2);

  const { decrypt } = await makeDraftCipher(OTHER_KEY);
  expect(await decrypt('contacts', sessionStorage.getItem(place) ?? '')).toEqual({ name: 'Meera' });
});

it('a draft saved while the key was loading is not stored when the user signs out before it comes', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const { saveDraft, forgetDrafts } = await reload(() => promise);

  saveDraft('contacts', typed);
  forgetDrafts();
  resolve(KEY);
  saveDraft('nominee', { relationship: 'friend' });
  await expect.poll(() => Object.keys(sessionStorage)).toEqual(['noren.encrypted-draft.nominee']);
});

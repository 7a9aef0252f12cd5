import { withStorage } from '../browser/storage.ts';
import type { DraftCipher, DraftValues } from './draft-cipher.ts';
import { ENCRYPTED, encryptedDraftKey } from './typed-before-start.ts';

/** Prefix of drafts that are stored as they are. */
const PLAIN = 'noren.draft.';

/** Path to continue at after signing in; field `place`. */
export const AFTER_SIGN_IN = 'after-sign-in';
/**
 * Present from a sign-in by a link until the user has said whether the account is theirs; field
 * `userId`.
 */
export const LINK_ACCOUNT = 'link-account';

/** What was typed into each unfinished form. The browser's storage has it only encrypted. */
const drafts = new Map<string, DraftValues>();
/** Forms whose draft is not in the storage yet. */
const unstored = new Set<string>();
/** Forms whose draft was stored before this page was loaded and is not decrypted yet. */
const unread = new Set<string>(listEncrypted());

function listEncrypted(): string[] {
  const keys = withStorage('sessionStorage', (storage) => Object.keys(storage)) ?? [];
  const encrypted = keys.filter((key) => key.startsWith(ENCRYPTED));
  return encrypted.map((key) => key.slice(ENCRYPTED.length));
}

/**
 * The values of an unfinished form, by field; empty when there are none, or none is decrypted yet.
 */
export function readDraft(form: string): DraftValues {
  return (
    drafts.get(form) ??
    withStorage(
      'sessionStorage',
      (storage) => JSON.parse(storage.getItem(PLAIN + form) ?? '{}') as DraftValues,
    ) ??
    {}
  );
}

/**
 * Keeps a form's values over a reload, until the browser is closed or the user signs out: in
 * memory, and encrypted in the session storage once the key is there. Not for documents, codes or
 * account numbers.
 */
export function saveDraft(form: string, values: DraftValues): void {
  drafts.set(form, values);
  unstored.add(form);
  void synchronize();
}

/** Stores what names nobody, such as a path or the id of an order, without encrypting it. */
export function storePlainDraft(form: string, values: DraftValues): void {
  store(PLAIN + form, JSON.stringify(values));
}

function store(key: string, text: string): void {
  withStorage('sessionStorage', (storage) => storage.setItem(key, text));
}

/**
 * Null where the browser cannot encrypt.
 * @throws when the key could not be loaded
 */
type LoadCipher = () => Promise<DraftCipher | null>;
let loadCipher: LoadCipher | undefined;
let cipher: DraftCipher | null | undefined;

/** Sets how the key of the drafts is loaded. Until then drafts are only in memory. */
export function encryptDraftsWith(load: LoadCipher): void {
  loadCipher = load;
  cipher = undefined;
}

const RETRY_AFTER_MS = 5_000;
let running: Promise<void> | undefined;
let mustWait = false;
/** Changes when all drafts are cleared: what was begun before is not finished. */
let period = 0;

/**
 * Decrypts the drafts of before the reload and stores the new ones. A failure is retried later; the
 * page has them all.
 */
function synchronize(): Promise<void> {
  if (!loadCipher || mustWait || (unread.size === 0 && unstored.size === 0))
    return Promise.resolve();

  running ??= exchangeWithStorage(loadCipher, period)
    .catch((cause: Error) => {
      console.info('The drafts are only in memory', cause.name);
      retryLater();
    })
    .finally(() => {
      running = undefined;
      // Saved after the last round, or in another period.
      void synchronize();
    });

  return running;
}

function retryLater(): void {
  mustWait = true;

  const retry = (): void => {
    mustWait = false;
    removeEventListener('online', retry);
    clearTimeout(timer);
    void synchronize();
  };

  const timer = navigator.onLine === false ? undefined : setTimeout(retry, RETRY_AFTER_MS);
  addEventListener('online', retry);
}

async function exchangeWithStorage(load: LoadCipher, begunIn: number): Promise<void> {
  const loaded = cipher === undefined ? await load() : cipher;
  if (period !== begunIn) return;

  cipher = loaded;

  // First, because a draft of the same form may wait to be stored.
  for (const form of unread) {
    const draft = await cipher?.decrypt(
      form,
      sessionStorage.getItem(encryptedDraftKey(form)) ?? '',
    );
    // False when the form was saved, or the user signed out meanwhile.
    if (unread.delete(form)) restore(form, draft);
  }

  for (const form of unstored) {
    if (period !== begunIn) return;

    unstored.delete(form);

    const draft = drafts.get(form);
    const text = draft && (await cipher?.encrypt(form, draft));

    if (text !== undefined && drafts.get(form) === draft) store(encryptedDraftKey(form), text);
  }
}

type RestoreListener = (form: string, values: DraftValues) => void;
const listeners = new Set<RestoreListener>();

function restore(form: string, draft: DraftValues | undefined): void {
  if (!draft) {
    sessionStorage.removeItem(encryptedDraftKey(form));
    return;
  }

  if (!drafts.has(form)) drafts.set(form, draft);
  for (const listener of listeners) listener(form, draft);
}

/**
 * Listens for drafts that are decrypted after a reload.
 * @returns a function that stops listening
 */
export function watchRestoredDrafts(listener: RestoreListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Longer than a call takes on a slow network. A draft that is decrypted later fills the fields that
 * were not changed.
 */
const LONGEST_WAIT_MS = 3_000;

/** Waits until the drafts of before the reload are decrypted; at once when there are none. */
export async function restoreDrafts(): Promise<void> {
  if (unread.size > 0)
    await Promise.race([
      synchronize(),
      new Promise<void>((resume) => setTimeout(resume, LONGEST_WAIT_MS)),
    ]);
}

/** Whether the draft of a form was stored before the reload and is not decrypted yet. */
export const isDraftUnread = (form: string): boolean => unread.has(form);

const IN_MEMORY_MS = 10 * 60_000;

const draftsInMemory = new Map<
  string,
  { values: DraftValues; timer: ReturnType<typeof setTimeout> }
>();

/**
 * Keeps values that must not be stored (account numbers, Aadhaar) in memory, for a form that the
 * user leaves to enter a code: for ten minutes, or until the form is saved or the user signs out.
 */
export function holdDraftInMemory(form: string, values: DraftValues): void {
  clearTimeout(draftsInMemory.get(form)?.timer);
  draftsInMemory.set(form, {
    values,
    timer: setTimeout(() => draftsInMemory.delete(form), IN_MEMORY_MS),
  });
}

export function readDraftInMemory(form: string): DraftValues {
  return draftsInMemory.get(form)?.values ?? {};
}

/** Forgets all drafts and the key. Their storage is cleared by the session. */
export function forgetDrafts(): void {
  for (const { timer } of draftsInMemory.values()) clearTimeout(timer);
  for (const one of [draftsInMemory, drafts, unstored, unread]) one.clear();
  cipher = undefined;
  period++;
}

/** Removes a form's draft from storage and memory, once the form was saved. */
export function clearDraft(form: string): void {
  clearTimeout(draftsInMemory.get(form)?.timer);
  for (const one of [draftsInMemory, drafts, unstored, unread]) one.delete(form);

  withStorage('sessionStorage', (storage) => {
    for (const prefix of [PLAIN, ENCRYPTED]) storage.removeItem(prefix + form);
  });
}

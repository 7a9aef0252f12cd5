const PREFIX = 'noren.draft.';

/** Draft of the login form; field `phone`. */
export const SIGN_IN = 'login';
/** Path to continue at after signing in; field `place`. */
export const AFTER_SIGN_IN = 'after-sign-in';

/** The stored values of an unfinished form, by field; empty when there are none or storage is refused. */
export function readDraft(form: string): Record<string, string> {
  // On the server there is no storage.
  if (typeof document === 'undefined') return {};
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + form) ?? '{}') as Record<string, string>;
  } catch (cause) {
    console.warn('The draft could not be read', cause);
    return {};
  }
}

/** What was typed into a field of the server-rendered page before the app was loaded; undefined when there is none. */
export function readTypedValue(fieldId: string): string | undefined {
  if (typeof document === 'undefined') return undefined;
  const field = document.getElementById(fieldId);
  return field instanceof HTMLInputElement && field.value !== '' ? field.value : undefined;
}

/** Stores a form's values until the tab closes or the user signs out. Not for documents, codes or account numbers. */
export function saveDraft(form: string, values: Record<string, string>): void {
  try {
    sessionStorage.setItem(PREFIX + form, JSON.stringify(values));
  } catch (cause) {
    console.warn('The draft could not be stored', cause);
  }
}

const IN_MEMORY_MS = 10 * 60_000;
const draftsInMemory = new Map<string, { values: Record<string, string>; timer: ReturnType<typeof setTimeout> }>();

/**
 * Keeps values that must not be stored (account numbers, Aadhaar) in memory, for a form that the user leaves to enter a
 * code: for ten minutes, or until the form is saved or the user signs out.
 */
export function holdDraftInMemory(form: string, values: Record<string, string>): void {
  clearTimeout(draftsInMemory.get(form)?.timer);
  draftsInMemory.set(form, { values, timer: setTimeout(() => draftsInMemory.delete(form), IN_MEMORY_MS) });
}

export function readDraftInMemory(form: string): Record<string, string> {
  return draftsInMemory.get(form)?.values ?? {};
}

export function clearDraftsInMemory(): void {
  for (const { timer } of draftsInMemory.values()) clearTimeout(timer);
  draftsInMemory.clear();
}

/** Removes a form's draft from storage and memory, once the form was saved. */
export function clearDraft(form: string): void {
  clearTimeout(draftsInMemory.get(form)?.timer);
  draftsInMemory.delete(form);
  try {
    sessionStorage.removeItem(PREFIX + form);
  } catch (cause) {
    console.warn('The draft could not be cleared', cause);
  }
}

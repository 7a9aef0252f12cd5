const PREFIX = 'noren.draft.';

/** What is typed to sign in, by `phone`. */
export const SIGN_IN = 'login';
/** Where someone goes on who has to sign in first, by `place`. */
export const AFTER_SIGN_IN = 'after-sign-in';

/** What a form had when it was left unfinished, by field; empty when there is nothing or storage is refused. */
export function readDraft(room: string): Record<string, string> {
  // Where the server writes the first screens nothing was begun.
  if (typeof document === 'undefined') return {};
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + room) ?? '{}') as Record<string, string>;
  } catch (cause) {
    console.warn('The draft could not be read', cause);
    return {};
  }
}

/** What was typed into a field of the page before the app was there; undefined when the page came without the field. */
export function readTypedValue(fieldId: string): string | undefined {
  if (typeof document === 'undefined') return undefined;
  const field = document.getElementById(fieldId);
  return field instanceof HTMLInputElement && field.value !== '' ? field.value : undefined;
}

/** Keeps a form's values until the tab closes or the user signs out. Never give it documents, codes or account numbers. */
export function saveDraft(room: string, values: Record<string, string>): void {
  try {
    sessionStorage.setItem(PREFIX + room, JSON.stringify(values));
  } catch (cause) {
    console.warn('The draft could not be kept', cause);
  }
}

/** How long values that are never stored are held for a form. */
const HELD_MS = 10 * 60_000;
const held = new Map<string, { values: Record<string, string>; timer: ReturnType<typeof setTimeout> }>();

/**
 * Holds in memory alone what is never kept in storage (account numbers, Aadhaar), for a form that is left to enter a
 * code and come back: for ten minutes, or until the form was saved or the user signs out.
 */
export function holdDraftInMemory(room: string, values: Record<string, string>): void {
  clearTimeout(held.get(room)?.timer);
  held.set(room, { values, timer: setTimeout(() => held.delete(room), HELD_MS) });
}

/** What is held for a form; empty when there is nothing. */
export function readDraftInMemory(room: string): Record<string, string> {
  return held.get(room)?.values ?? {};
}

/** Lets go of all that is held. */
export function clearDraftsInMemory(): void {
  for (const { timer } of held.values()) clearTimeout(timer);
  held.clear();
}

/** Forgets a draft and what is held with it, once its form was saved. */
export function clearDraft(room: string): void {
  clearTimeout(held.get(room)?.timer);
  held.delete(room);
  try {
    sessionStorage.removeItem(PREFIX + room);
  } catch (cause) {
    console.warn('The draft could not be cleared', cause);
  }
}

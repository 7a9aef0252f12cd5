const PREFIX = 'noren.draft.';

/** What a form had when it was left unfinished, by field; empty when there is nothing or storage is refused. */
export function readDraft(room: string): Record<string, string> {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + room) ?? '{}') as Record<string, string>;
  } catch (cause) {
    console.warn('The draft could not be read', cause);
    return {};
  }
}

/** Keeps a form's values until the tab closes or the user signs out. Never give it documents, codes or account numbers. */
export function keepDraft(room: string, values: Record<string, string>): void {
  try {
    sessionStorage.setItem(PREFIX + room, JSON.stringify(values));
  } catch (cause) {
    console.warn('The draft could not be kept', cause);
  }
}

/** Forgets a draft, once its form was saved. */
export function clearDraft(room: string): void {
  try {
    sessionStorage.removeItem(PREFIX + room);
  } catch (cause) {
    console.warn('The draft could not be cleared', cause);
  }
}

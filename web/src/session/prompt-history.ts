/** What this phone is asked once, until its user asks for it. Source: `docs/lawful.md`, row 12. */
export type OneTimePrompt = 'notifications' | 'install' | 'outside';

const PREFIX = 'noren.asked.';

// Where storage is refused nothing is asked twice as long as the page lasts.
const unkept = new Set<OneTimePrompt>();

/** Whether this phone was asked before, on whatever day. */
export function wasPrompted(what: OneTimePrompt): boolean {
  if (unkept.has(what)) return true;
  try {
    return localStorage.getItem(PREFIX + what) !== null;
  } catch (cause) {
    console.warn('What was asked before could not be read', cause);
    return false;
  }
}

/** Notes that this phone was asked: shown is asked, whatever is answered. */
export function recordPrompt(what: OneTimePrompt): void {
  unkept.add(what);
  try {
    localStorage.setItem(PREFIX + what, 'asked');
  } catch (cause) {
    console.warn('What was asked could not be kept', cause);
  }
}

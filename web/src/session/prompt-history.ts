/**
 * Prompts that are shown once on a device, unless the user asks for them. Source: `docs/lawful.md`,
 * row 12.
 */
export type OneTimePrompt = 'notifications' | 'install' | 'outside';

const PREFIX = 'noren.asked.';

// Where storage is refused, a prompt is shown once per page load; a postponed one is shown on none
// of this page load's screens.
const shownOnThisPage = new Set<OneTimePrompt>();

/** Whether the prompt was shown on this device before. */
export function wasPrompted(prompt: OneTimePrompt): boolean {
  // On the server no prompt is shown.
  if (typeof document === 'undefined' || shownOnThisPage.has(prompt)) return true;
  try {
    return localStorage.getItem(PREFIX + prompt) !== null;
  } catch (cause) {
    console.warn('The prompt history could not be read', cause);
    return false;
  }
}

/**
 * Leaves a prompt for another day: something was just finished, and the prompt would lie over its
 * result.
 */
export function postponePrompt(prompt: OneTimePrompt): void {
  shownOnThisPage.add(prompt);
}

/** Records that the prompt was shown, whatever the user answered. */
export function recordPrompt(prompt: OneTimePrompt): void {
  shownOnThisPage.add(prompt);
  try {
    localStorage.setItem(PREFIX + prompt, 'asked');
  } catch (cause) {
    console.warn('The prompt history could not be stored', cause);
  }
}

/**
 * Makes the test's page the app, in which a screen leaves the focus where one of its controls took
 * it. Returns what undoes it.
 */
export function nameApp(): () => void {
  document.body.id = 'app';
  return () => document.body.removeAttribute('id');
}

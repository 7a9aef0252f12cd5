const KOLKATA_OFFSET_MS = 19_800_000;
const HOUR_MS = 3_600_000;

/** The text id of the greeting for the time of day in India. `at` is UTC milliseconds. */
export function pickGreeting(
  at: number,
): 'home.good_morning' | 'home.good_afternoon' | 'home.good_evening' {
  const hour = Math.floor((at + KOLKATA_OFFSET_MS) / HOUR_MS) % 24;
  if (hour >= 4 && hour < 12) return 'home.good_morning';
  return hour >= 12 && hour < 17 ? 'home.good_afternoon' : 'home.good_evening';
}

/** The first name part that is not an initial: 'K ASHA RAO' gives 'Asha'; null if there is none. */
export function shortenName(name: string | null): string | null {
  const word = name?.split(/[\s.]+/).find((part) => part.length > 2);
  return word === undefined ? null : word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
}

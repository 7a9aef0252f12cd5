import { isLike } from './ocr-labels.ts';
import { STATE_NAMES, type StateCode } from './states.ts';

/** What may stand before a state's name: "NCT of Delhi", "State of Goa". */
const titles =
  /^(?:THE )?(?:NCT|NATIONAL CAPITAL TERRITORY|STATE|UT|UNION TERRITORY)(?: OF)? (?=[A-Z])/;

const normalize = (text: string): string =>
  text
    .toUpperCase()
    .replace(/&/g, ' AND ')
    .replace(/[^A-Z]+/g, ' ')
    .trim()
    .replace(titles, '');

const compact = (text: string): string => text.replace(/ /g, '');

/**
 * The state that a text names, whatever its capitals and spaces: an older spelling, or one with a
 * wrong letter in about six. Null when it names none, or could be two.
 */
export function matchState(text: string): StateCode | null {
  const wanted = compact(normalize(text));
  if (wanted === '') return null;

  const names = STATE_NAMES.map(([name, code]) => [compact(name), code] as const);
  const exact = names.find(([name]) => name === wanted);
  if (exact) return exact[1];

  const alike = names.filter(([name]) => isLike(wanted, name, Math.floor(name.length / 6)));
  const codes = new Set(alike.map(([, code]) => code));
  return codes.size === 1 ? (alike[0]?.[1] ?? null) : null;
}

import { ConfigError } from './config-error.ts';
import { type EnvironmentVariables, isSecretName } from './secrets.ts';

/** A name that is further from every setting is no misspelling of one. */
const NEAR = 6;

/** What Kubernetes sets in each container for a service whose name begins with `noren`. */
const isServiceLink = (name: string, value = ''): boolean =>
  /_(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT_\d+_(TCP|UDP)(_\w+)?)$/.test(name) ||
  /^(tcp|udp):\/\//.test(value);

/**
 * A misspelt setting would be left out without a word: an old key, the number of proxies, the
 * networks of the console.
 * @throws ConfigError that names it, and the setting it may be meant for
 */
export function refuseUnknownSettings(given: EnvironmentVariables, known: readonly string[]): void {
  for (const [name, value] of Object.entries(given)) {
    const isFile = name.endsWith('_FILE');
    if (!name.startsWith('NOREN_') || known.includes(name) || isServiceLink(name, value)) continue;
    if (isFile && isSecretName(name.slice(0, -'_FILE'.length))) continue;
    if (isFile && known.includes(name.slice(0, -'_FILE'.length)))
      throw new ConfigError(
        `${name} is no setting: only a secret may be a file (docs/security.md has the list)`,
      );

    const [near] = known
      .map((one) => ({ one, edits: editsBetween(one, name) }))
      .filter(({ edits }) => edits <= NEAR)
      .toSorted((a, b) => a.edits - b.edits);
    throw new ConfigError(
      `${name} is no setting: ${near ? `is it meant for ${near.one}?` : 'take it out (.env.example has all of them)'}`,
    );
  }
}

/**
 * How many letters are to be put in, taken out or changed to make one text of the other
 * (Levenshtein).
 */
function editsBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const changed = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }

    row = next;
  }

  return row[to.length] ?? 0;
}

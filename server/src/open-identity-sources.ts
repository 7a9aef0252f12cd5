import type { Config } from './platform/config/config.ts';
import { readIssuerKeys } from './platform/config/issuer-keys.ts';
import type { IdentitySources, IssuerKey } from './platform/ports/identity-sources.ts';
import { makeIdentitySources } from './providers/identity/identity-sources.ts';

/**
 * Null without a key of the cards' issuer. A sandbox's own key is trusted beside those configured;
 * production has none.
 * @throws ConfigError for certificates that cannot be used
 */
export async function openIdentitySources(
  { NOREN_CARD_CERTIFICATES: path }: Pick<Config, 'NOREN_CARD_CERTIFICATES'>,
  sandboxKey: IssuerKey | undefined,
): Promise<IdentitySources | null> {
  const keys = [
    ...(path === undefined ? [] : await readIssuerKeys(path)),
    ...(sandboxKey === undefined ? [] : [sandboxKey]),
  ];
  return keys.length === 0 ? null : makeIdentitySources(keys);
}

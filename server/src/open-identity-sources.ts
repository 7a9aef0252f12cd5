import type { Config } from './platform/config/config.ts';
import { readIssuerKeys } from './platform/config/issuer-keys.ts';
import { type DigiLocker, RETURN_PATH } from './platform/ports/digilocker.ts';
import type { IdentitySources, IssuerKey } from './platform/ports/identity-sources.ts';
import type { PanRegister } from './platform/ports/pan-register.ts';
import { makeDigiLocker } from './providers/identity/digilocker-http.ts';
import { makeIdentitySources } from './providers/identity/identity-sources.ts';
import { makePanRegister } from './providers/identity/pan-register-http.ts';

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
    ...(path === undefined ? [] : await readIssuerKeys('NOREN_CARD_CERTIFICATES', path)),
    ...(sandboxKey === undefined ? [] : [sandboxKey]),
  ];
  return keys.length === 0 ? null : makeIdentitySources(keys);
}

/**
 * The sandbox's has no settings. Null where no register is asked, and in a process that asks none.
 */
export function openPanRegister(
  { panRegister: access }: Pick<Config, 'panRegister'>,
  ofSandbox: PanRegister | undefined,
): PanRegister | null {
  if (!access) return ofSandbox ?? null;

  const { apiSecret } = access;
  return apiSecret ? makePanRegister({ ...access, apiSecret }) : null;
}

/** DigiLocker's page takes only letters, digits and spaces in the lender's name. */
const toServiceName = (lender: string): string =>
  lender
    .replace(/[^A-Za-z0-9 ]+/g, ' ')
    .replace(/ +/g, ' ')
    .trim();

/**
 * The sandbox's has no settings. Null where it is not set up, and in a process that answers no
 * borrower.
 * @throws ConfigError for certificates that cannot be used
 */
export async function openDigiLocker(
  { digiLocker, NOREN_APP_HOST: host }: Pick<Config, 'digiLocker' | 'NOREN_APP_HOST'>,
  lender: { readonly name: string },
  ofSandbox: DigiLocker | undefined,
): Promise<DigiLocker | null> {
  const clientSecret = digiLocker?.clientSecret;
  if (!clientSecret) return ofSandbox ?? null;

  return makeDigiLocker({
    ...digiLocker,
    clientSecret,
    keys: await readIssuerKeys('NOREN_DIGILOCKER_CERTIFICATES', digiLocker.certificates),
    returnUrl: `https://${host}${RETURN_PATH}`,
    serviceName: toServiceName(lender.name),
  });
}

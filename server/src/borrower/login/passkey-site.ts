import type { PasskeySite } from '../../platform/crypto/webauthn.ts';
import type { Deps } from '../../platform/deps.ts';

/**
 * The app's pages, to which a borrower's passkeys belong: those of its public host. Over https on
 * the usual port alone, but for a sandbox, which is opened at whatever port it found.
 */
export function passkeySite({
  config,
  appConfig,
}: Pick<Deps, 'config' | 'appConfig'>): PasskeySite {
  const { NOREN_APP_HOST: host, isSandbox } = config;

  return {
    name: appConfig.lender.name,
    host,
    isOwn: (origin) =>
      isSandbox ? URL.parse(origin)?.hostname === host : origin === `https://${host}`,
  };
}

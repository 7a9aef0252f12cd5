import { PUSH_HOSTS } from '../ports/push.ts';
import type { Config } from './config.ts';

/**
 * The hosts beside the database that this process connects to. A firewall may refuse it every
 * other.
 */
export function listEgress(config: Config): string[] {
  const {
    NOREN_ROLE: role,
    razorpay,
    razorpayX,
    msg91,
    mail,
    ifscService,
    vapid,
    oidc,
    staffHook,
    unList,
    panRegister,
    digiLocker,
  } = config;
  const urls = [
    razorpay?.keySecret && razorpay.baseUrl,
    razorpayX?.keySecret && razorpayX.baseUrl,
    msg91?.authKey && msg91.baseUrl,
    role !== 'console' && mail?.server,
    // Asked while a borrower names an account.
    (role === 'all' || role === 'api') && ifscService?.baseUrl,
    oidc?.clientSecret && oidc.issuer,
    staffHook?.url,
    (role === 'all' || role === 'jobs') && unList?.url,
    panRegister?.apiSecret && panRegister.baseUrl,
    digiLocker?.clientSecret && digiLocker.baseUrl,
    config.isTraced &&
      (config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? config.OTEL_EXPORTER_OTLP_ENDPOINT),
  ];
  const addressed = urls
    .filter((url) => typeof url === 'string' && url !== '')
    .map((url) => new URL(String(url)).host);
  const ofSignIn = oidc?.clientSecret ? oidc.hosts : [];

  return [...new Set([...addressed, ...ofSignIn, ...(vapid?.privateKey ? PUSH_HOSTS : [])])];
}

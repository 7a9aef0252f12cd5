import type { LenderFile } from '@noren/contract/public';
import { formatDay } from '@noren/core/money/time';
import { IDENTITY_SERVICES, type IdentityService } from '@noren/core/people/identity-services';
import { offeredProducts } from '../../lending/credit/offered-products.ts';
import { readScorecard } from '../../lending/credit/scorecard-store.ts';
import { ConfigError } from '../../platform/config/config-error.ts';
import type { Deps } from '../../platform/deps.ts';
import {
  makeAppConfigReader,
  makeFixedConfig,
  readLenderFile,
  sandboxLender,
} from './app-config.ts';
import { readAppSettings } from './app-data-store.ts';

type Needs = Pick<Deps, 'config' | 'db' | 'now' | 'today'>;
type ForApp = Pick<Deps, 'appConfig' | 'readAppConfig'>;

/**
 * @throws ConfigError when no product is in force: the first began long ago, so the clock is wrong,
 * the database's too
 */
export async function openAppConfig(needs: Needs): Promise<ForApp> {
  const { NOREN_LENDER_FILE: file } = needs.config;
  const { appConfig, readAppConfig } = makeAppConfig(
    needs,
    file ? await readLenderFile(file) : sandboxLender,
  );
  if ((await readAppConfig()).terms) return { appConfig, readAppConfig };

  throw new ConfigError(
    `No product is in force on ${formatDay(needs.today())}, which is today by the database's clock: set its machine's clock right.`,
  );
}

/** The app's configuration: the lender's fixed part, and all of it with today's products. */
export function makeAppConfig({ config, db, now, today }: Needs, lender: LenderFile): ForApp {
  const appConfig = makeFixedConfig({
    lender,
    isSandbox: config.isSandbox,
    sendsEmail: config.isSandbox || config.mail !== null,
    hasAutopay: config.razorpay?.hasAutopay ?? config.isSandbox,
    identityServices: listIdentityServices(config),
    maxLoanRupees: config.NOREN_MAX_LOAN_RUPEES,
  });
  const readAppConfig = makeAppConfigReader({
    readOffered: (day) => offeredProducts(db, day),
    readFirstLimit: async (day) => (await readScorecard(db, day)).newBorrowerCap,
    readSettings: () => readAppSettings(db),
    fixed: appConfig,
    now,
    today,
  });

  return { appConfig, readAppConfig };
}

/** The services that the privacy policy names: a sandbox plays each of them. */
function listIdentityServices(config: Deps['config']): IdentityService[] {
  const { isSandbox, panRegister, digiLocker } = config;
  const isConfigured: Record<IdentityService, boolean> = {
    pan_register: panRegister !== null,
    digilocker: digiLocker !== null,
  };
  return IDENTITY_SERVICES.filter((service) => isSandbox || isConfigured[service]);
}

import type { AppConfig } from '@noren/contract/public';
import type { BusinessDay } from '@noren/core/time';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Db } from './db.ts';
import type { FieldCrypto } from './field-crypto.ts';
import type { Limits } from './limits.ts';
import type { FileStore } from './outside/files/file-store.ts';
import type { KycEngine } from './outside/kyc/engine.ts';
import type { Payments } from './outside/payments/payments.ts';
import type { Payouts } from './outside/payouts/payouts.ts';
import type { Push } from './outside/push/push.ts';
import type { Sms } from './outside/sms/sms.ts';
import type { Sealer } from './sealing.ts';

/** What handlers and jobs work with; made once, in main.ts or a test. */
export interface Deps {
  readonly config: Config;
  readonly pool: Pool;
  readonly db: Db;
  readonly log: Logger;
  /** UTC milliseconds. */
  readonly now: () => number;
  /** India's calendar date, moved forward only by the sandbox. */
  readonly today: () => BusinessDay;
  readonly crypto: FieldCrypto;
  readonly sealer: Sealer;
  readonly limits: Limits;
  readonly files: FileStore;
  readonly kyc: KycEngine;
  readonly sms: Sms;
  /** Null where no keys for it are set. */
  readonly push: Push | null;
  readonly payouts: Payouts;
  readonly payments: Payments;
  /** Public configuration: the lender, its people, the worked example. */
  readonly appConfig: AppConfig;
}

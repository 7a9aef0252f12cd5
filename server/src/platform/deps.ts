import type { AppConfig, LenderFile } from '@noren/contract/public';
import type { BusinessDay } from '@noren/core/money/time';
import type { Purpose } from '@noren/core/people/consent';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Clock } from './clock/clock.ts';
import type { Config } from './config/config.ts';
import type { FieldCrypto } from './crypto/field-crypto.ts';
import type { Sealer } from './crypto/sealing.ts';
import type { Db, Tx } from './db/db.ts';
import type { SessionColumns } from './http/session-store.ts';
import type { WebApp } from './http/web-app.ts';
import type { Limits } from './limits/limit-rules.ts';
import type { Metrics } from './monitoring/metrics.ts';
import type { PaymentProviders } from './payment-providers.ts';
import type { BranchDirectory } from './ports/branches.ts';
import type { CompanySignIn } from './ports/company-sign-in.ts';
import type { DigiLocker } from './ports/digilocker.ts';
import type { ErasureLedger } from './ports/erasure-ledger.ts';
import type { FileStore } from './ports/files.ts';
import type { IdentitySources } from './ports/identity-sources.ts';
import type { KycEngine } from './ports/kyc.ts';
import type { Mail } from './ports/mail.ts';
import type { PanRegister } from './ports/pan-register.ts';
import type { PaperSealer } from './ports/paper-sealer.ts';
import type { EventOutcome, ProviderEvent } from './ports/payments.ts';
import type { Payouts } from './ports/payouts.ts';
import type { Push } from './ports/push.ts';
import type { SanctionsSource } from './ports/sanctions-source.ts';
import type { Sms } from './ports/sms.ts';
import type { StaffAlerts } from './ports/staff-alerts.ts';
import type { SecurityEvents } from './security-events.ts';

/** What a change of consent sets off elsewhere, in the transaction that records it. */
export interface ConsentEffects {
  onWithdrawn(tx: Tx | Db, userId: string, purpose: Purpose): Promise<void>;
  onGiven(tx: Tx | Db, userId: string, purpose: Purpose): Promise<void>;
}

/** The public configuration without what depends on the day. */
export type FixedAppConfig = Omit<AppConfig, 'terms' | 'complaintAnswerDays' | 'gpGuideShow'> &
  Pick<LenderFile, 'complaints'>;

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
  /** The clock of `now`. Dated work also reads the database's time from it. */
  readonly clock: Clock;
  /**
   * By how many days a person moved the sandbox's business day ahead of the calendar; 0 outside a
   * sandbox.
   */
  readonly daysAhead: () => number;
  readonly crypto: FieldCrypto;
  readonly sealer: Sealer;
  readonly security: SecurityEvents;
  readonly metrics: Metrics;
  readonly limits: Limits;
  readonly files: FileStore;
  readonly erasureLedger: ErasureLedger;
  readonly kyc: KycEngine;
  /** Null where no certificate of the cards' issuer is configured. */
  readonly identitySources: IdentitySources | null;
  /** Whether the register of PANs is asked, by this process or by the one that runs the jobs. */
  readonly asksPanRegister: boolean;
  /** Null in a process that does not ask it. */
  readonly panRegister: PanRegister | null;
  /** Whether a borrower may use DigiLocker here. */
  readonly usesDigiLocker: boolean;
  /** Null in a process that answers no borrower, and where it is not set up. */
  readonly digiLocker: DigiLocker | null;
  readonly sms: Sms;
  /** Null where no text speaks of e-mail. */
  readonly mail: Mail | null;
  /** Names and cities of banks' branches. */
  readonly branches: BranchDirectory;
  /** Null where the lender has set up none. */
  readonly companySignIn: CompanySignIn | null;
  /** Null where no keys for it are set. */
  readonly push: Push | null;
  /** Whether papers are sealed here, by this process or by the one that runs the jobs. */
  readonly sealsPapers: boolean;
  /** Null in a process that seals none. */
  readonly paperSealer: PaperSealer | null;
  /** Null where the lender has set up no address for them. */
  readonly staffAlerts: StaffAlerts | null;
  /** Null where no address of a list is set. */
  readonly sanctionsSource: SanctionsSource | null;
  readonly payouts: Payouts;
  readonly payments: PaymentProviders;
  /**
   * Posts what a provider reports, once per event id; in operations, because an event may concern
   * any feature.
   */
  readonly receiveProviderEvent: (
    deps: Deps,
    provider: string,
    event: ProviderEvent,
  ) => Promise<EventOutcome>;
  readonly consentEffects: ConsentEffects;
  readonly sessionColumns: SessionColumns;
  /** Public configuration: the lender, its people, the maximum. */
  readonly appConfig: FixedAppConfig;
  /** The public configuration with the prices of the products offered today. */
  readonly readAppConfig: () => Promise<AppConfig>;
  /** The built app; null where this process serves none, or none is built. */
  readonly webApp: WebApp | null;
}

import type { Kysely, Transaction } from 'kysely';
import type { CertificationTables } from './tables/certification.ts';
import type { LedgerTables } from './tables/ledger.ts';
import type { LendingTables } from './tables/lending.ts';
import type { NotificationsTables } from './tables/notifications.ts';
import type { OperationsTables } from './tables/operations.ts';
import type { PaymentsTables } from './tables/payments.ts';
import type { PeopleTables } from './tables/people.ts';
import type { SandboxTables } from './tables/sandbox.ts';
import type { StaffTables } from './tables/staff.ts';
import type { TrackingTables } from './tables/tracking.ts';

/** Every table and its columns; a file a domain, as in `server/migrations`. */
export interface Tables
  extends PeopleTables,
    CertificationTables,
    LendingTables,
    LedgerTables,
    PaymentsTables,
    NotificationsTables,
    StaffTables,
    OperationsTables,
    TrackingTables,
    SandboxTables {}

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;

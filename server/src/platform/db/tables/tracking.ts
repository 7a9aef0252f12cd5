import type { Generated } from 'kysely';
import type { DefaultDay, Instant, Json, MaybeDay } from '../columns.ts';

interface Devices {
  userId: string;
  deviceId: string;
  operatingSystem: string;
  fingerprintHash: Buffer | null;
  reportedAt: Instant;
}

interface TrackingRecords {
  userId: string;
  recordId: Generated<string>;
  deviceId: string;
  idName: string;
  startedAt: Instant;
  durationMs: number;
  contentEnc: Buffer | null;
  savedAt: Instant;
}

interface ScriptErrors {
  groupHash: Buffer;
  type: 'script_error' | 'fingerprint_failure';
  name: string;
  message: string;
  stack: Json<readonly string[]>;
  screen: string;
  browser: string;
  appVersion: string;
  occurrences: Generated<number>;
  firstSeenAt: Instant;
  lastSeenAt: Instant;
}

interface AppSettings {
  onlyRow: Generated<boolean>;
  gpGuideShow: Generated<boolean>;
}

interface CarouselCards {
  cardId: string;
  position: number;
  target: 'documents' | 'service' | 'officers';
  texts: Json<Readonly<Record<string, { title: string; text: string }>>> | null;
  effectiveFrom: DefaultDay;
  effectiveTo: MaybeDay;
}

export interface TrackingTables {
  app_settings: AppSettings;
  carousel_cards: CarouselCards;
  devices: Devices;
  tracking_records: TrackingRecords;
  script_errors: ScriptErrors;
}

import type { Role } from '@noren/core/staff/roles';
import type { Generated } from 'kysely';
import type { Instant, Json, MaybeInstant } from '../columns.ts';

interface Staff {
  staffId: Generated<string>;
  name: string;
  email: string;
  state: Generated<'invited' | 'active' | 'removed'>;
  isSandbox: Generated<boolean>;
  createdAt: Instant;
  removedAt: MaybeInstant;
}

interface StaffRoles {
  staffId: string;
  role: Role;
  givenAt: Instant;
  endedAt: MaybeInstant;
}

interface StaffInvitations {
  staffId: string;
  tokenHash: Buffer;
  createdAt: Instant;
  expiresAt: Instant;
  usedAt: MaybeInstant;
}

interface StaffPasskeys {
  staffId: string;
  passkeyId: Generated<string>;
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
  name: string;
  createdAt: Instant;
  lastUsedAt: MaybeInstant;
  endedAt: MaybeInstant;
}

interface StaffSessions {
  staffId: string;
  sessionId: Generated<string>;
  tokenHash: Buffer;
  assurance: 'passkey' | 'company' | 'sandbox';
  browser: string;
  createdAt: Instant;
  lastSeenAt: Instant;
  endedAt: MaybeInstant;
}

interface StaffChallenges {
  challengeHash: Buffer;
  purpose: 'sign_in' | 'enrol' | 'add_passkey' | 'confirm' | 'company_sign_in';
  staffId: string | null;
  contentHash: Buffer | null;
  createdAt: Instant;
  expiresAt: Instant;
  usedAt: MaybeInstant;
}

interface StaffAudit {
  seq: number;
  at: Instant;
  staffId: string | null;
  action: string;
  userId: string | null;
  subject: string | null;
  detail: Json<Record<string, unknown>>;
  previousHash: Buffer;
  hash: Buffer;
}

interface StaffAuditHead {
  isOnlyRow: Generated<boolean>;
  seq: number;
  hash: Buffer;
}

interface WorkClaims {
  kind: string;
  subject: string;
  staffId: string;
  claimedAt: Instant;
  until: Instant;
}

interface StaffNotes {
  userId: string;
  noteId: Generated<string>;
  staffId: string;
  textEnc: Buffer;
  writtenAt: Instant;
}

interface StaffLinks {
  userId: string;
  linkId: Generated<string>;
  kind: 'sign_in' | 'payment';
  orderId: string | null;
  staffId: string;
  reason: string;
  tokenHash: Buffer | null;
  campaignId: string | null;
  state: Generated<'queued' | 'sent' | 'refused' | 'unknown' | 'withheld'>;
  madeAt: Instant;
  sentAt: MaybeInstant;
}

interface LinkCampaigns {
  campaignId: Generated<string>;
  requestId: string;
  segment:
    | 'overdue_d1'
    | 'overdue_d8'
    | 'overdue_d31'
    | 'overdue_d61'
    | 'overdue_d91'
    | 'not_seen_30'
    | 'not_seen_90'
    | 'offer_ready';
  most: number;
  staffId: string;
  reason: string;
  links: Generated<number>;
  madeUpTo: string | null;
  startedAt: Instant;
  finishedAt: MaybeInstant;
}

export interface StaffTables {
  link_campaigns: LinkCampaigns;
  staff_notes: StaffNotes;
  staff_links: StaffLinks;
  staff: Staff;
  staff_roles: StaffRoles;
  staff_invitations: StaffInvitations;
  staff_passkeys: StaffPasskeys;
  staff_sessions: StaffSessions;
  staff_challenges: StaffChallenges;
  staff_audit: StaffAudit;
  staff_audit_head: StaffAuditHead;
  work_claims: WorkClaims;
}

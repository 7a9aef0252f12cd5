import type { Generated } from 'kysely';
import type { Instant, MaybeInstant } from './columns.ts';

export interface FeedbackTickets {
  user_id: string;
  ticket_id: Generated<string>;
  ticket_no: string;
  type: 'problem' | 'complaint' | 'suggestion' | 'other';
  text_enc: Buffer;
  file_ids: string[];
  state: 'received' | 'answered' | 'closed';
  answer_enc: Buffer | null;
  sent_at: Instant;
  decided_at: MaybeInstant;
  decided_by: string | null;
}
export interface UserMessages {
  user_id: string;
  message_id: Generated<string>;
  kind: string;
  values_enc: Buffer;
  content_hash: Buffer;
  sent_at: Instant;
  read_at: MaybeInstant;
}

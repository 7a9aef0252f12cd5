import { REQUESTED_DOCUMENTS } from '@noren/core/people/document-request';
import { FACE_PURPOSES } from '@noren/core/people/face-purpose';
import * as z from 'zod/mini';

/**
 * What is to be sent again: `text` says what, `why` why, both in the user's language; `purpose`
 * says what a face check is for.
 */
export const documentRequest = z.object({
  document: z.enum(REQUESTED_DOCUMENTS),
  text: z.string(),
  why: z.string(),
  purpose: z.optional(z.enum(FACE_PURPOSES)),
});

export type DocumentRequest = z.infer<typeof documentRequest>;

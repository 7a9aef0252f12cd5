import { REMINDERS, UNPOSTED_REASONS } from '@noren/core/lending/renewal';
import * as z from 'zod/mini';
import { call } from '../call.ts';
import { day, nothing, uuid } from '../fields.ts';
import { dayCursor, listPage } from './cursor.ts';

const key = { userId: uuid, dueDay: day, reminder: z.enum(REMINDERS) };

const letter = z.object({
  ...key,
  maskedName: z.nullable(z.string()),
  maskedPhone: z.string(),
  /** Since when it waits to be posted. */
  givenDay: day,
  /** Whether an address is confirmed that it can be sent to. */
  hasAddress: z.boolean(),
});

/** Letters about an update of details that wait to be posted, oldest first. */
export const lettersToPost = call({
  method: 'GET',
  path: '/staff/letters',
  who: { permission: 'person.reveal' },
  query: z.object({ after: z.optional(dayCursor('~')) }),
  response: listPage(letter),
});

/** One of them to print, in the borrower's language, with name and address. Recorded. */
export const renewalLetter = call({
  method: 'GET',
  path: '/staff/letters/{userId}/{dueDay}/{reminder}',
  who: { permission: 'person.reveal' },
  needsPasskey: true,
  params: z.object(key),
  response: nothing,
  answerTypes: ['application/pdf'],
  shows: ['name', 'address'],
});

/** Writes, once, on which day a letter was posted, or why it was not. */
export const handleLetter = call({
  method: 'POST',
  path: '/staff/letters/handle',
  who: { permission: 'person.reveal' },
  body: z.object({
    ...key,
    outcome: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('posted'), postedDay: day }),
      z.object({ kind: z.literal('unposted'), because: z.enum(UNPOSTED_REASONS) }),
    ]),
  }),
  response: nothing,
  changes: true,
});

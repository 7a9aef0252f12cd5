import { LIST_DOUBTS } from '@noren/core/people/sanctions-doubt';
import { SANCTIONS_LISTS } from '@noren/core/people/sanctions-entry';
import { LIST_CHARACTERS, LIST_FAULTS } from '@noren/core/people/sanctions-fault';
import * as z from 'zod/mini';
import { call } from '../call.ts';
import { day, instant, uuid } from '../fields.ts';
import { instantCursor, listPage } from './cursor.ts';

const list = z.enum(SANCTIONS_LISTS);
const count = z.int().check(z.gte(0));

const read = {
  listId: uuid,
  list,
  source: z.enum(['fetched', 'uploaded']),
  listDay: day,
  people: count,
  entities: count,
  readAt: instant,
  /** Who sent it; null for one that was fetched. */
  by: z.nullable(z.string()),
};

/** The sanctions lists: which is in force, what waits for two people, what could not be read. */
export const sanctionsLists = call({
  method: 'GET',
  path: '/staff/sanctions',
  who: { permission: 'sanctions.read' },
  response: z.object({
    inForce: z.array(z.object({ ...read, inForceAt: instant, checkedAt: instant })),
    waiting: z.array(z.object({ ...read, doubt: z.enum(LIST_DOUBTS) })),
    /** The newest failure of each list, unless it was read since. */
    faults: z.array(
      z.object({
        list,
        fault: z.enum(LIST_FAULTS),
        /** 0 where it is of no line. */
        line: count,
        at: instant,
        by: z.nullable(z.string()),
      }),
    ),
    /** People who are still to be screened with the lists in force. */
    unscreened: count,
  }),
});

const hitState = z.enum(['seen', 'held', 'other_person', 'same_person']);

/** Borrowers whose name is like a listed one, newest first. */
export const sanctionsHits = call({
  method: 'GET',
  path: '/staff/sanctions/hits',
  who: { permission: 'sanctions.read' },
  query: z.object({ state: z.optional(hitState), after: z.optional(instantCursor('uuid')) }),
  response: listPage(
    z.object({
      hitId: uuid,
      userId: uuid,
      maskedName: z.nullable(z.string()),
      maskedPhone: z.string(),
      list,
      listDay: day,
      entryId: z.string(),
      score: z.int(),
      state: hitState,
      foundAt: instant,
      decidedBy: z.nullable(z.string()),
      decidedAt: z.nullable(instant),
      reason: z.nullable(z.string()),
    }),
  ),
});

/**
 * Reads a national list that somebody sends. It comes into force once two people agree; one that
 * cannot be read says in which line and why, and the list in force stays so.
 */
export const uploadSanctionsList = call({
  method: 'POST',
  path: '/staff/sanctions/upload',
  who: { permission: 'propose.sanctions_list' },
  body: z.object({
    listDay: day,
    text: z.string().check(z.minLength(1, 'empty'), z.maxLength(LIST_CHARACTERS, 'long')),
  }),
  bodyBytes: 4 * LIST_CHARACTERS,
  response: z.discriminatedUnion('outcome', [
    z.object({ outcome: z.enum(['same', 'waiting']), listId: uuid }),
    z.object({ outcome: z.literal('failed'), fault: z.enum(LIST_FAULTS), line: count }),
  ]),
  changes: true,
});

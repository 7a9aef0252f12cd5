import { CALLS } from '@noren/contract/index';
import { businessDay } from '@noren/core/money/time';
import { beforeEach, expect } from 'vitest';
import { correctIdentity, readIdentity } from '../people/certification/store.ts';
import { decideHitIn } from '../people/sanctions/decide-hit.ts';
import { readHits } from '../people/sanctions/hit-store.ts';
import { screenPerson } from '../people/sanctions/screen-person.ts';
import type { Deps } from '../platform/deps.ts';
import { addStaff } from '../platform/staff/staff-store.ts';
import { importSanctions } from '../processes/sanctions/import-list.ts';
import { anUnList, aPerson } from './sanctions-lists.ts';
import type { TestApp } from './start-app.ts';
import { useApp } from './use-app.ts';
import { aSignedInUser, type SignedInUser, successData } from './users.ts';

async function* inPieces(xml: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(xml);
  for (let from = 0; from < bytes.length; from += 1_000) yield bytes.subarray(from, from + 1_000);
}

/** So many that one more or less is no doubt. */
export const others = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ', (letter, at) =>
  aPerson({
    id: `9${100 + at}`,
    name: ['PELAN', `DOVRIC${letter}`, '', ''],
    births: ['<YEAR>1970</YEAR>'],
  }),
);

const CONSONANTS = 'BDFGKLMNPRSTV';

const withSource = (app: TestApp, xml: string | Error): Deps => ({
  ...app.deps,
  sanctionsSource: {
    fetchUnList: async () => {
      if (typeof xml !== 'string') throw xml;
      return inPieces(xml);
    },
  },
});

export const closedBecause = async ({ client }: SignedInUser) => {
  const answer = await client.send(CALLS.productList, { params: { param: 'loan' } });
  return successData(answer).details[0]?.closedBecause;
};

let reviewers = 0;

async function addReviewer({ deps }: TestApp): Promise<string> {
  reviewers += 1;
  const of = {
    name: 'Rina Review',
    email: `rina${reviewers}@lender.example`,
    state: 'active' as const,
  };
  return deps.db.transaction().execute((tx) => addStaff(tx, { ...of, now: deps.now() }));
}

/** Borrowers, and how a list names them. */
function makeBorrowers(app: TestApp) {
  const { db } = app.deps;
  let count = 0;

  /** A borrower whose name is like nobody else's. */
  async function someone(): Promise<SignedInUser> {
    const who = await aSignedInUser(app);
    const [one, two] = [CONSONANTS[count % 13], CONSONANTS[Math.floor(count / 13)]];
    count += 1;
    await correct(who, `Tor${one}a${two}im Bel${two}o${one}ek`);
    return who;
  }

  async function correct(who: SignedInUser, name: string): Promise<void> {
    await db.transaction().execute(async (tx) => {
      await correctIdentity(tx, app.deps.crypto, who.userId, { name });
      const identity = await readIdentity(tx, app.deps.crypto, who.userId);
      await screenPerson(tx, app.deps, { userId: who.userId, ...identity! });
    });
  }

  async function nameAndYear({ userId }: SignedInUser): Promise<{ name: string; year: string }> {
    const identity = await readIdentity(db, app.deps.crypto, userId);
    return { name: identity!.name, year: identity!.birthDay.slice(0, 4) };
  }

  async function listed(
    who: SignedInUser,
    change: { id?: string; year?: string; alias?: string } = {},
  ) {
    const { name, year } = await nameAndYear(who);
    const [first = '', second = '', ...rest] = name.toUpperCase().split(' ');
    return aPerson({
      id: change.id ?? '1001',
      name: [first, second, rest.join(' '), ''],
      aliases: change.alias === undefined ? [] : [['Good', change.alias]],
      births: change.year === '' ? [] : [`<YEAR>${change.year ?? year}</YEAR>`],
    });
  }

  return { correct, listed, nameAndYear, someone };
}

/** An app that begins each test without a list; the next list is of `at.day`. */
export async function useScreening() {
  const app = await useApp();
  const { db } = app.deps;
  const at = { day: businessDay('2026-11-01') };

  beforeEach(async () => {
    app.advance(60_000);
    await db.deleteFrom('sanctions_hits').execute();
    await db.deleteFrom('sanctions_screenings').execute();
    await db.deleteFrom('sanctions_lists').execute();
  });

  const readLists = () =>
    db
      .selectFrom('sanctions_lists')
      .select(['state', 'people', 'entities', 'doubt', 'fault', 'faultLine'])
      .orderBy('listId')
      .execute();

  const fetchList = (xml: string | Error) => importSanctions(withSource(app, xml));

  /** A list with people who are nobody here, and these. */
  const aList = (...people: string[]): string => anUnList([...others, ...people], at.day);

  const aReviewer = () => addReviewer(app);

  const states = async ({ userId }: SignedInUser) =>
    (await readHits(db, userId)).map(({ entryId, state }) => [entryId, state]);

  async function decide(
    who: SignedInUser,
    hitId: string,
    decision: 'other_person' | 'same_person',
    staffId: string,
  ): Promise<void> {
    const reason = decision === 'same_person' ? decision : 'birth_day_differs';
    const of = { userId: who.userId, hitId, reason, staffId } as const;
    expect(await db.transaction().execute((tx) => decideHitIn(tx, app.deps, of))).toBe(true);
  }

  return {
    app,
    db,
    at,
    ...makeBorrowers(app),
    aList,
    aReviewer,
    decide,
    fetchList,
    readLists,
    states,
  };
}

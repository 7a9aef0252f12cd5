import { beforeEach } from 'vitest';
import { useScreening } from './screening.ts';
import { useApp } from './use-app.ts';

/** An app without a list in force. */
export async function useSanctionsRuns() {
  const app = await useApp();
  const { db } = app.deps;
  const { at, aList, aReviewer, correct, decide, fetchList, listed, nameAndYear, someone, states } =
    useScreening(app);

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

  return {
    app,
    db,
    at,
    aList,
    aReviewer,
    correct,
    decide,
    fetchList,
    listed,
    nameAndYear,
    someone,
    states,
    readLists,
  };
}

import { listNamesInUse, NAME_KINDS, readOwners } from '../../people/names-store.ts';
import { NO_ID, type Tx } from '../../platform/db/db.ts';
import type { CheckResult } from './check-result.ts';
import type { Scope } from './check-scope-store.ts';

const PAGE = 5_000;

/**
 * Every name that belongs to one user is that user's in the directory: without it a second user
 * could take it. Read by a check of everything alone.
 */
export async function checkNames(tx: Tx, scope: Scope): Promise<CheckResult> {
  if (scope !== 'all') return { examined: 0, problems: [] };

  const problems: string[] = [];
  let examined = 0;

  for (const kind of NAME_KINDS) {
    for (let after = NO_ID; ; ) {
      const page = await listNamesInUse(tx, kind, { after, limit: PAGE });
      const owners = await readOwners(
        tx,
        kind,
        page.map(({ name }) => name),
      );

      for (const { userId, name } of page)
        if (owners.get(name.toString('hex')) !== userId)
          problems.push(`the ${kind} of user ${userId} is not claimed for that user`);

      examined += page.length;
      after = page.at(-1)?.userId ?? after;

      if (page.length < PAGE) break;
    }
  }

  return { examined, problems };
}

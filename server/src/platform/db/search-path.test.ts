import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useApp } from '../../testing/use-app.ts';

const app = await useApp();

test('every function looks up names in the same schemas, whatever its caller has set', async () => {
  const { rows } = await sql<{ name: string }>`
    select p.oid::regprocedure::text as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prosqlbody is null
      and not coalesce(p.proconfig, '{}') @> array['search_path=pg_catalog, public, pg_temp']
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by 1`.execute(app.deps.db);
  expect(rows).toEqual([]);
});

import { readListsInForce } from '../../../people/sanctions/list-store.ts';
import { startList } from '../../../people/sanctions/take-list.ts';
import { OperatorError } from '../request/operator-error.ts';
import type { Kind } from './kind.ts';

/** Puts a sanctions list that waits into force, and has everybody screened with it. */
export const sanctionsList: Kind<'sanctions_list'> = {
  subject: ({ detail }) => `sanctions list:${detail.listId}`,

  facts: async (tx) =>
    (await readListsInForce(tx)).map(({ list, listDay, people }) => ({
      what: list === 'un' ? 'un_list' : 'national_list',
      value: `${listDay}: ${people}`,
    })),

  execute: async (tx, deps, { detail, checkerId, makerId }) => {
    const of = { listId: detail.listId, staffId: checkerId ?? makerId, now: deps.now() };
    if (!(await startList(tx, of))) throw new OperatorError('not_possible', 'list_not_waiting');
  },
};

import { sandboxPersonIn } from '../../features/staff/sandbox-people.ts';
import { type Decision, decideRequest } from '../../operations/approvals/decide-request.ts';
import { type Proposal, proposeAction } from '../../operations/approvals/propose-request.ts';
import type { Deps } from '../../platform/deps.ts';

/** A proposal of an invented person, who is known by name alone. */
export type NamedProposal = Proposal extends infer P
  ? P extends Proposal
    ? Omit<P, 'makerId'> & { readonly maker: string }
    : never
  : never;

function idOf({ db, now }: Deps, name: string): Promise<string> {
  return db.transaction().execute((tx) => sandboxPersonIn(tx, { name }, now()));
}

/** Proposes as an invented person. @returns the request's id */
export async function proposeByName(deps: Deps, { maker, ...proposal }: NamedProposal): Promise<string> {
  return proposeAction(deps, { ...proposal, makerId: await idOf(deps, maker) } as Proposal);
}

/** Decides as an invented person. */
export async function decideByName(
  deps: Deps,
  { checker, ...decision }: Omit<Decision, 'checkerId'> & { readonly checker: string },
): Promise<void> {
  await decideRequest(deps, { ...decision, checkerId: await idOf(deps, checker) });
}

import type { StaffAnswer } from '../api/client.ts';
import { requestTexts } from '../texts/approvals.ts';

type State = StaffAnswer<'approval'>['approval']['state'];

/** After the answer to a decision was lost: what the server, asked again, says of the request. */
export function Happened({ state }: { readonly state: State }) {
  return state === 'open' ? null : <p role="status">{requestTexts.happened[state]}</p>;
}

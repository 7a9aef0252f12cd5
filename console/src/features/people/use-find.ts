import type { StaffAnswer } from '../../api/client.ts';
import { useStaffSend } from '../../api/hooks.ts';

export type FoundRow = StaffAnswer<'findBorrowers'>['rows'][number];

/** Searches when it is asked to, never by itself: each search is logged. */
export function useFind() {
  const { send, ...state } = useStaffSend('findBorrowers');
  return { ...state, find: (text: string) => send({ body: { text } }) };
}

/** Address of a borrower's page. */
export const personAddress = ({ userId }: Pick<FoundRow, 'userId'>): string => `/people/${userId}`;

import type { StaffAnswer } from '../../api/client.ts';
import { wholeList } from '../../api/list-source.ts';

export type PersonData = StaffAnswer<'borrower'>;

/** Rows that came with the person. */
export const rowsOfPerson = <Row>(data: readonly Row[], { userId }: Pick<PersonData, 'userId'>) =>
  wholeList(data, 'borrower', { params: { userId } });

import type { StaffAnswer } from '../../api/client.ts';

export type Letter = StaffAnswer<'lettersToPost'>['rows'][number];

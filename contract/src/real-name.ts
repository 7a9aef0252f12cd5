import * as z from 'zod/mini';
import { call } from './call.ts';

/** The user's name from the identity step; null before it. */
export const realName = call({
  method: 'GET',
  path: '/api/user/userBaseInfo/realName',
  who: 'borrower',
  response: z.object({ name: z.nullable(z.string()) }),
});

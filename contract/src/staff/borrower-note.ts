import * as z from 'zod/mini';
import { longText } from '../fields.ts';

/**
 * In its own file: the console's form validates with it, and no other screen of the console loads a
 * schema.
 */
export const borrowerNote = z.object({ text: longText(2_000) });

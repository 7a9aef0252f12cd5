import { callStaff, type StaffInput } from './client.ts';

type FileCall = 'fetchLedgerExport' | 'accessReviewFile' | 'borrowerDocument' | 'renewalLetter';

/** Calls for a file and returns it. @throws StaffError */
export async function callStaffFile<N extends FileCall>(
  name: N,
  input: StaffInput<N>,
): Promise<{ readonly name: string; readonly content: Blob }> {
  return (await callStaff(name, input)) as unknown as { name: string; content: Blob };
}

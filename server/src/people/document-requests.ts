import type { DocumentRequest } from '@noren/contract/document-request';
import type { Language } from '@noren/contract/languages';
import type { Db } from '../platform/db/db.ts';
import { say } from '../platform/translations/translations.ts';
import { readDocumentRequests } from './document-request-store.ts';

/** What a reviewer asked the user to send again, in the user's words. */
export async function viewDocumentRequests(
  db: Db,
  userId: string,
  language: Language,
): Promise<DocumentRequest[]> {
  return (await readDocumentRequests(db, userId)).map(({ document, reason }) => ({
    document,
    text: say(language, `resend.${document}`),
    why: say(language, `resend.${reason}`),
    ...(document === 'face' && { purpose: 'identity' as const }),
  }));
}

import { CALLS } from '@noren/contract/index';
import { afterEach } from 'vitest';
import { readPdf } from './pdf-text.ts';
import { useApp } from './use-app.ts';
import { type SignedInUser, successData } from './users.ts';

export const readGroups = async (who: SignedInUser) =>
  successData(await who.client.send(CALLS.documentList, {})).groups;
export const readKinds = async (who: SignedInUser, index = 0) =>
  (await readGroups(who))[index]?.documents.map(({ kind }) => kind).toSorted();
export const viewDocument = (who: SignedInUser, documentId: string) =>
  who.client.send(CALLS.viewDocument, { params: { documentId } });

export const open = async (who: SignedInUser, documentId: string) => {
  const file = successData(await viewDocument(who, documentId));
  const bytes = Buffer.from(file.contentBase64, 'base64');
  return { ...file, bytes, ...(await readPdf(bytes)) };
};

/** An app, and how a test opens the documents of its users. */
export async function useDocuments() {
  let days = 0;
  const app = await useApp();

  afterEach(() => {
    app.moveDays(-days);
    days = 0;
  });

  const pass = (more: number): void => {
    app.moveDays(more);
    days += more;
  };

  return {
    get days() {
      return days;
    },
    app,
    pass,
  };
}

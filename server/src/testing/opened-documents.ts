import { CALLS } from '@noren/contract/index';
import { readPdf } from './pdf-text.ts';
import { useApp, useDays } from './use-app.ts';
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

/** An app whose days pass; after each test its business day is the first again. */
export async function useDocuments() {
  const app = await useApp();

  return Object.assign(useDays(app), { app });
}

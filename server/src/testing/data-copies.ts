import { CALLS } from '@noren/contract/index';
import { type SignedInUser, successData } from './users.ts';

/** Requests a copy of the user's data, which a job makes. */
export const requestCopy = async ({ client }: SignedInUser) =>
  successData(await client.send(CALLS.requestExport, { body: {} }));

export const listCopies = async ({ client }: SignedInUser) =>
  successData(await client.send(CALLS.exportList, {})).exports;

export const fetchCopy = ({ client }: SignedInUser, exportId: string, format: 'pdf' | 'json') =>
  client.send(CALLS.fetchExport, { params: { exportId, format } });

export const fetchCopyBytes = async (...of: Parameters<typeof fetchCopy>) =>
  Buffer.from(successData(await fetchCopy(...of)).contentBase64, 'base64');

import type { Language } from '@noren/contract/fields';
import { toBusinessDay } from '@noren/core/money/time';
import { type NotificationKind, notificationText } from '../../notifications/notification-texts.ts';
import { NOTIFICATION_RULES } from '../../notifications/rules.ts';
import { notify } from '../../notifications/store.ts';
import { inSnapshot } from '../../platform/db/snapshot.ts';
import type { Deps } from '../../platform/deps.ts';
import { openPicture, toBinding } from '../../platform/files/pictures.ts';
import { attachFile, storeFile } from '../../platform/files/stored-file.ts';
import type { JobPayloads } from '../../platform/jobs/job-store.ts';
import { COPY_KINDS } from '../account/export-files.ts';
import { markExportReady, readExportRequest } from '../account/requests-store.ts';
import { currentTexts } from '../consents.ts';
import { listPictures } from '../user-file-store.ts';
import { type DataCopy, drawData } from './draw-data.ts';
import { type PersonalDataRow, readPersonalData } from './read-personal-data.ts';
import { RECIPIENTS, retentionMap } from './retention-map.ts';

/** Job: makes a user's data export as PDF and JSON, and notifies the user. */
export async function makeExport(
  deps: Deps,
  { userId, exportId }: JobPayloads['make-export'],
): Promise<void> {
  const request = await readExportRequest(deps.db, { userId, exportId });
  if (request?.state !== 'making') return;

  const data = await collect(deps, { userId, language: request.language, at: request.requestedAt });
  const pictures = await readPictures(deps, userId);
  const json = Buffer.from(
    JSON.stringify({ ...describeExport(deps, data), tables: data.tables, pictures }, null, 1),
  );
  const files = {
    json: await storeFile(deps, { userId, kind: COPY_KINDS.json }, json),
    pdf: await storeFile(deps, { userId, kind: COPY_KINDS.pdf }, await drawData(data)),
  };

  await deps.db.transaction().execute(async (tx) => {
    if (!(await markExportReady(tx, { userId, exportId }, { ...files, now: deps.now() }))) return;
    for (const fileId of Object.values(files)) await attachFile(tx, userId, fileId);
    await notify(tx, deps, { userId, kind: 'export_ready', reference: exportId, values: {} });
  });
}

async function collect(
  deps: Deps,
  of: { userId: string; language: Language; at: number },
): Promise<DataCopy> {
  const { crypto, appConfig } = deps;
  const tables = await inSnapshot(deps.db, async (tx) => {
    const read: Record<string, PersonalDataRow[]> = {};
    for (const table of RECIPIENTS)
      if (retentionMap[table].isShown)
        read[table] = await readPersonalData(tx, crypto, table, of.userId);

    return { ...read, users: read.users?.map(({ maskedPhone: _, ...user }) => user) ?? [] };
  });
  const messages = (tables as Record<string, PersonalDataRow[]>).notifications ?? [];

  return {
    ...of,
    lender: appConfig.lender,
    officer: appConfig.appGrievance,
    tables: {
      ...tables,
      notifications: messages.map((message) => withLabels(of.language, message)),
    },
  };
}

/** A notification with its text as the user read it. */
function withLabels(language: Language, message: PersonalDataRow): PersonalDataRow {
  const kind = String(message.kind);
  if (!Object.hasOwn(NOTIFICATION_RULES, kind)) return message;

  const { title, text } = notificationText(
    language,
    kind as NotificationKind,
    message.values as Record<string, string>,
  );
  return { ...message, text: `${title}. ${text}` };
}

function describeExport(deps: Deps, { userId, language, at }: DataCopy) {
  const { lender, appGrievance } = deps.appConfig;

  return {
    what: 'A copy of the personal data held by Noren',
    format: 1,
    userId,
    language,
    day: toBusinessDay(at),
    lender: { name: lender.name, cin: lender.cin, registrationNo: lender.registrationNo },
    grievanceOfficers: [lender.grievance, appGrievance],
    amounts: 'paise',
    purposes: Object.entries(currentTexts(deps)).map(([purpose, { items, seenBy, keptFor }]) => ({
      purpose,
      items,
      seenBy,
      keptFor,
    })),
  };
}

async function readPictures(deps: Deps, userId: string) {
  const pictures: { kind: string; mediaType: string; base64: string }[] = [];
  for (const { fileId, kind } of await listPictures(deps.db, userId)) {
    const jpeg = await openPicture(deps, fileId, toBinding(userId, kind));
    if (jpeg) pictures.push({ kind, mediaType: 'image/jpeg', base64: jpeg.toString('base64') });
  }

  return pictures;
}

import type { Language } from '@noren/contract/fields';
import { PAPER_FILE } from '../../lending/papers/open-document.ts';
import { findPaperOrder, listOrderPapers } from '../../lending/papers/papers-store.ts';
import { notificationText } from '../../notifications/notification-texts.ts';
import { notAccepted } from '../../notifications/rules.ts';
import type { Delivery, DeliveryChange, NotificationKey } from '../../notifications/store.ts';
import { endEmails, makeStopLinks, readMailAddress } from '../../people/email/email.ts';
import type { Deps } from '../../platform/deps.ts';
import { toBinding } from '../../platform/files/pictures.ts';
import type { MailAttachment } from '../../platform/ports/mail.ts';
import { say } from '../../platform/translations/translations.ts';

/** How long until a mail looks again for papers that are not sealed yet. */
const AFTER_SEALS_MS = 60_000;

/** The kinds of papers that a mail brings, by the document that its notification is about. */
const PAPERS_WITH: Readonly<Record<string, readonly string[]>> = {
  agreement: ['kfs', 'agreement', 'privacy'],
  settled: ['closing', 'statement'],
};

/**
 * Sends a notification to the address that its reader confirmed, with the sealed papers that it is
 * about. An address that nobody has ends.
 */
export async function mailNotification(
  deps: Deps,
  key: NotificationKey,
  { was, language }: { was: Delivery; language: Language },
): Promise<DeliveryChange> {
  const { mail, db, crypto } = deps;
  const { userId, notificationId } = key;
  if (!mail) return { state: 'failed', nextAt: null, reason: 'mail is off' };

  const to = await readMailAddress(db, crypto, userId);
  if (!to) return { state: 'withheld', nextAt: null, reason: 'not confirmed' };

  const attachments = await readPapers(deps, userId, was);
  if (attachments === 'waiting')
    return { state: 'queued', nextAt: deps.now() + AFTER_SEALS_MS, tries: was.tries - 1 };

  const { link, stopUrl } = makeStopLinks(deps, { userId, mailId: to.mailId });
  const { title, text } = notificationText(language, was.kind, was.values);
  const attached = attachments.length > 0 ? [say(language, 'mail.attached')] : [];
  const answer = await mail.send({
    to: to.address,
    id: `${notificationId}.${to.mailId}`,
    subject: title,
    text: [text, ...attached, say(language, 'mail.end', { link })].join('\n\n'),
    stopUrl,
    attachments,
  });

  switch (answer.state) {
    case 'sent':
      return { state: 'sent', nextAt: null, language, reason: null };
    case 'unknown':
      deps.log.warn({ notificationId }, 'mail server did not answer');
      return { state: 'unknown', nextAt: was.nextAt, language };
    case 'refused': {
      const { reason, isPermanent, isAddressGone } = answer;
      deps.log.error({ notificationId, reason }, 'mail refused by the server');
      const of = { userId, mailId: to.mailId, because: 'bounced', actor: 'program' } as const;
      if (isAddressGone) await db.transaction().execute((tx) => endEmails(tx, deps, of));
      return { ...notAccepted(was.tries, deps.now(), isPermanent), language, reason };
    }
    default:
      return answer satisfies never;
  }
}

/**
 * The next step of a mail without an answer. No server can be asked about it: it is sent again, and
 * its id tells the receiver that it is the same.
 */
export function repeatMail(was: Delivery, now: number): DeliveryChange {
  const next = notAccepted(was.tries, now, false);
  return next.nextAt === null
    ? { state: 'unknown', nextAt: null }
    : { ...next, reason: 'no answer' };
}

/** The sealed papers of a notification; none where its papers are not sealed. */
async function readPapers(
  { db, files }: Deps,
  userId: string,
  { kind, reference }: Delivery,
): Promise<MailAttachment[] | 'waiting'> {
  if (kind !== 'papers_sealed' && kind !== 'loan_settled') return [];

  const [about = ''] = reference.split(kind === 'loan_settled' ? ':' : '.');
  const orderId = kind === 'loan_settled' ? about : await findPaperOrder(db, userId, reference);
  if (orderId === null) return [];

  const wanted = PAPERS_WITH[kind === 'loan_settled' ? 'settled' : about];
  const papers = (await listOrderPapers(db, { userId, orderId })).filter(({ documentId }) =>
    wanted ? wanted.includes(documentId.split('.')[0] ?? '') : documentId === reference,
  );
  if (papers.some(({ fileId }) => fileId === null)) return 'waiting';

  const binding = toBinding(userId, PAPER_FILE);
  return Promise.all(
    papers.map(async ({ documentId, fileId }) => ({
      fileName: `noren-${documentId.replace('.', '-')}.pdf`.toLowerCase(),
      bytes: await files.get(fileId ?? '', binding),
    })),
  );
}

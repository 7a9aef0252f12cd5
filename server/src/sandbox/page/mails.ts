import type { FastifyInstance } from 'fastify';
import type { Db } from '../../platform/db/db.ts';
import { readAttachment, type SandboxMail } from '../phone/mail-store.ts';
import { clockTime, type Html, html } from './html.ts';

/** The last e-mails, newest first, each with its text and its papers. */
export function showMails(mails: readonly SandboxMail[]): Html {
  if (mails.length === 0)
    return html`<p class="none">No e-mail yet. Confirm an address in the app’s profile. One that
begins with <code>nobody@</code> belongs to nobody.</p>`;
  return html`<ol class="messages" tabindex="0" aria-label="E-mails, newest first">${mails.map(showMail)}</ol>`;
}

function showMail({ mailNo, to, subject, text, attachments, sentAt }: SandboxMail): Html {
  const papers = attachments.map(
    ({ fileName }, place) => html`<br><a href="/sandbox/mail/${mailNo}/${place}">${fileName}</a>`,
  );

  return html`<li>
    <div><b>${to}</b> <time>${clockTime(sentAt)}</time><br>${subject}
    <br><span class="mail">${text}</span>${papers}</div>
  </li>`;
}

/** Serves what is attached to a mail of the sandbox. */
export function registerAttachments(server: FastifyInstance, db: Db): void {
  server.get<{ Params: { mailNo: string; place: string } }>(
    '/sandbox/mail/:mailNo/:place',
    async ({ params }, reply) => {
      const [mailNo, place] = [Number(params.mailNo), Number(params.place)];
      const isWhole = Number.isSafeInteger(mailNo) && Number.isSafeInteger(place);
      const file = isWhole ? await readAttachment(db, mailNo, place) : undefined;
      if (!file) return reply.code(404).type('text/plain; charset=utf-8').send('No such file.');

      return reply
        .header('cache-control', 'no-store')
        .type('application/pdf')
        .send(Buffer.from(file.base64, 'base64'));
    },
  );
}

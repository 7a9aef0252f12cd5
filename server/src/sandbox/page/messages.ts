import type { Language } from '@noren/contract/fields';
import { sql } from 'kysely';
import type { Deps } from '../../platform/deps.ts';
import { type NoticeKind, noticeWords, smsText } from '../../platform/notifications/notice-texts.ts';
import { valuesPlaceOf } from '../../platform/notifications/store.ts';
import type { SmsTemplate } from '../../platform/ports/sms.ts';
import { readCodesSent } from '../phone/sms.ts';
import { clockTime, type Html, html } from './html.ts';
import { MESSAGE_WORDS, STATE_WORDS } from './words.ts';

/** A message as the sandbox's page shows it: to whom, by which ways and how far, in which language, saying what. */
interface ShownMessage {
  readonly phone: string;
  readonly about: SmsTemplate | NoticeKind;
  readonly language: Language;
  readonly ways: readonly { channel: string; state: keyof typeof STATE_WORDS }[];
  readonly text: string;
  readonly code: string | undefined;
  readonly at: number;
}

const MOST_SHOWN = 50;

/** The last messages out, newest first: notices with each of their ways, and codes. */
export async function readMessagesOut(deps: Deps): Promise<ShownMessage[]> {
  const direct = await readCodesSent(deps.db, MOST_SHOWN);
  const codes = direct.map(({ phone, template, language, values, sentAt }): ShownMessage => {
    const ways = [{ channel: 'SMS', state: 'delivered' as const }];
    return {
      phone,
      about: template,
      language,
      ways,
      text: smsText(language, template, values),
      code: values.code,
      at: sentAt,
    };
  });
  const shown = [...(await readNotices(deps)), ...codes].sort((one, other) => other.at - one.at);
  return shown.slice(0, MOST_SHOWN);
}

interface NoticeRow {
  userId: string;
  kind: NoticeKind;
  values: Buffer;
  sentAt: number;
  phone: Buffer;
  language: Language;
  ways: { channel: 'sms' | 'push'; state: keyof typeof STATE_WORDS; language: Language | null }[];
}

async function readNotices({ db, crypto }: Deps): Promise<ShownMessage[]> {
  const { rows } = await sql<NoticeRow>`
    select m.user_id, m.kind, m.values_enc as values, m.sent_at, u.phone_enc as phone, u.language,
      coalesce((select json_agg(json_build_object('channel', d.channel, 'state', d.state, 'language', d.language)
        order by d.channel desc) from notification_deliveries d
        where d.user_id = m.user_id and d.notification_id = m.notification_id), '[]') as ways
    from notifications m join users u using (user_id) order by m.notification_id desc limit ${MOST_SHOWN}`.execute(db);
  return rows.map(({ userId, kind, values, sentAt, phone, language, ways }) => {
    const said = JSON.parse(crypto.decrypt(values, valuesPlaceOf(userId))) as Record<string, string>;
    const written = ways[0]?.language ?? language;
    const { title, text } = noticeWords(written, kind, said);
    const isSms = ways.some(({ channel }) => channel === 'sms');
    const names = ways.map(({ channel, state }) => ({ channel: channel === 'sms' ? 'SMS' : 'push', state }));
    return {
      phone: crypto.decrypt(phone, `users.phone_enc:${userId}`),
      about: kind,
      language: written,
      ways: [...names, { channel: 'in the app', state: 'kept' }],
      text: isSms ? smsText(written, kind as SmsTemplate, said) : `${title} - ${text}`,
      code: undefined,
      at: sentAt,
    };
  });
}

/** The list of them. */
export function showMessages(messages: readonly ShownMessage[]): Html {
  if (messages.length === 0) return html`<p class="none">No message yet. Ask for a code in the app.</p>`;
  return html`<ol class="messages" tabindex="0" aria-label="Messages, newest first">${messages.map(messageView)}</ol>`;
}

function messageView({ phone, about, language, ways, text, code, at }: ShownMessage): Html {
  const states = ways.map(({ channel, state }) => html` · ${channel}: ${STATE_WORDS[state]}`);
  const big =
    code === undefined
      ? ''
      : html`<button class="code" data-copy="${code}" aria-label="Copy code ${code}">${code}</button>`;
  return html`<li>
    <div><b>+91 ${phone}</b> <time>${clockTime(at)}</time><br><small>${MESSAGE_WORDS[about]} (${language})${states}</small>
    <br><span lang="${language}">${text}</span></div>
    ${big}
  </li>`;
}

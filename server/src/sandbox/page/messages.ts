import type { Language } from '@noren/contract/fields';
import { notificationText, smsText } from '../../notifications/notification-texts.ts';
import type { SmsTemplate } from '../../notifications/sms-templates.ts';
import { valuesContext } from '../../notifications/store.ts';
import type { Deps } from '../../platform/deps.ts';
import { readCodesSent, readSentTexts } from '../phone/store.ts';
import { clockTime, type Html, html } from './html.ts';
import { readLastNotifications } from './store.ts';
import { MESSAGE_WORDS, type MessageSubject, STATE_WORDS } from './words.ts';

/** A message as the sandbox page shows it, with its channels and their states. */
interface ShownMessage {
  readonly phone: string;
  readonly about: MessageSubject;
  readonly language: Language;
  readonly ways: readonly { channel: string; state: keyof typeof STATE_WORDS }[];
  readonly text: string;
  readonly code: string | undefined;
  readonly at: number;
}

const MAX_SHOWN = 50;
const WAYS = {
  sms: 'SMS',
  push: 'push',
  other_sms: 'SMS to the other number',
  mail: 'e-mail',
} as const;

/**
 * The last outgoing messages, newest first: notifications with their channels, and one-time codes.
 */
export async function readMessagesOut(deps: Deps): Promise<ShownMessage[]> {
  const direct = await readCodesSent(deps.db, MAX_SHOWN);
  const codes = direct.map(({ phone, template, language, values, sentAt }): ShownMessage => {
    const ways = [{ channel: 'SMS', state: 'delivered' as const }];

    return {
      phone,
      about: template as MessageSubject,
      language,
      ways,
      text: smsText(language, template, values),
      code: values.code,
      at: sentAt,
    };
  });
  const shown = [...(await readNotifications(deps)), ...codes].sort(
    (one, other) => other.at - one.at,
  );

  return shown.slice(0, MAX_SHOWN);
}

async function readNotifications({ db, crypto }: Deps): Promise<ShownMessage[]> {
  const rows = await readLastNotifications(db, MAX_SHOWN);
  const sent = await readSentTexts(
    db,
    rows.map(({ notificationId }) => notificationId),
  );

  return rows.map(({ userId, notificationId, kind, values, sentAt, phone, language, ways }) => {
    const texts = JSON.parse(crypto.decrypt(values, valuesContext(userId))) as Record<
      string,
      string
    >;
    const written = ways[0]?.language ?? language;
    const { title, text } = notificationText(written, kind, texts);
    const sms = sent.get(notificationId) ?? { template: kind, values: texts };
    const isSms = ways.some(({ channel }) => channel === 'sms');
    const names = ways.map(({ channel, state }) => ({
      channel: WAYS[channel],
      state,
    }));

    return {
      phone: crypto.decrypt(phone, `users.phone_enc:${userId}`),
      about: kind,
      language: written,
      ways: [...names, { channel: 'in the app', state: 'kept' }],
      // A link is made when the message is sent.
      text: isSms
        ? smsText(written, sms.template as SmsTemplate, sms.values)
        : `${title} - ${text}`,
      code: undefined,
      at: sentAt,
    };
  });
}

export function showMessages(messages: readonly ShownMessage[]): Html {
  if (messages.length === 0)
    return html`<p class="none">No message yet. Ask for a code in the app.</p>`;
  return html`<ol class="messages" tabindex="0" aria-label="Messages, newest first">${messages.map(notificationView)}</ol>`;
}

function notificationView({ phone, about, language, ways, text, code, at }: ShownMessage): Html {
  const states = ways.map(({ channel, state }) => html` · ${channel}: ${STATE_WORDS[state]}`);
  const big =
    code === undefined
      ? ''
      : html`<button class="code" data-copy="${code}" aria-label="Copy code ${code}">${code}</button>`;

  return html`<li data-phone="${phone}">
    <div><b>+91 ${phone}</b> <time>${clockTime(at)}</time><br><small>${MESSAGE_WORDS[about]} (${language})${states}</small>
    <br><span lang="${language}">${text}</span></div>
    ${big}
  </li>`;
}

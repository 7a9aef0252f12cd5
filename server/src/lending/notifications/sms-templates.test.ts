import { LANGUAGE_CODES, LANGUAGES, type Language } from '@noren/contract/languages';
import { expect, test } from 'vitest';
import en from '../../platform/translations/en.json' with { type: 'json' };
import { smsText } from './notification-texts.ts';
import { SMS_TEMPLATES, type SmsTemplate } from './sms-templates.ts';

/** The variables of a template, in the order of the English text. */
function variablesOf(template: SmsTemplate): string[] {
  return [...new Set([...en[`sms.${template}`].matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''))];
}

const open = (language: Language, template: SmsTemplate): string =>
  smsText(language, template, Object.fromEntries(variablesOf(template).map((name) => [name, `##${name}##`])));

/** Long values of each variable: an amount of a loan with its charges, and the name and phone of an officer. */
const LONG_VALUES = {
  code: '4821',
  minutes: '10',
  amount: '₹1,00,000.00',
  penal: '₹10,000.00',
  repayId: 'N261123ABCDEFGHJK',
  last4: '6789',
  day: '2026-11-23',
  time: '18:45',
  dueDay: '2026-11-23',
  officer: 'Lakshmi Ramakrishnan',
  officerPhone: '+91 80 4718 2000',
  collector: 'Lakshmi Ramakrishnan',
  callsFrom: '+91 80 4718 2000',
  host: 'loans.noren-finance.example',
  token: `${'A'.repeat(22)}.sms`,
  hours: '24',
  days: '7',
};

/** The letters of GSM-7 (3GPP TS 23.038); those of `EXTENDED` take the room of two. A message with any other is in UCS-2. */
const GSM_7 =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const EXTENDED = '^{}\\[~]|€';

/** How a message is sent: its alphabet, its length in that, and how many SMS it is paid as. */
function countSegments(text: string): { alphabet: 'GSM-7' | 'UCS-2'; length: number; segments: number } {
  const isPlain = [...text].every((letter) => GSM_7.includes(letter) || EXTENDED.includes(letter));
  const [single, part] = isPlain ? [160, 153] : [70, 67];
  const length = isPlain ? text.length + [...text].filter((letter) => EXTENDED.includes(letter)).length : text.length;
  return { alphabet: isPlain ? 'GSM-7' : 'UCS-2', length, segments: length <= single ? 1 : Math.ceil(length / part) };
}

const countOf = (language: Language, template: SmsTemplate) => countSegments(smsText(language, template, LONG_VALUES));

/** What is registered, as the lender's staff types it in. */
function list(): string {
  const parts = LANGUAGE_CODES.map((language) => {
    const lines = SMS_TEMPLATES.map((template) => {
      const { alphabet, length, segments } = countOf(language, template);
      return `| \`${template}\` | ${open(language, template).replace('\n', '<br>')} | ${length}, ${alphabet} | ${segments} |`;
    });
    const head = `## ${LANGUAGES[language].name} (\`${language}\`)\n\n| template | text | length | segments |\n|---|---|---:|---:|\n`;
    return `${head}${lines.join('\n')}\n`;
  });
  const head = `# SMS templates to register

Register every text below with the operators' registry (DLT) and at MSG91 ([how](operations.md#notifications)). At the registry each \`##name##\`
is written \`{#var#}\`; at MSG91 it stays as here. No variable is longer than 40 characters. A changed text is a new registration, made before it
is deployed. \`<br>\` is a new line: the last line of a code's text is what a browser fills the code in by, at the host of \`NOREN_APP_HOST\` alone.

Each text takes one segment or two. A segment is 160 letters of the plain alphabet (GSM-7), or 153 of two; a text with any other letter is sent in
UCS-2: 70 letters, or 67 of two. The length is that of the text with long values: amounts as Rs. 1,00,000.00, an officer's name of 20 letters and a
phone of 16. Amounts are written with "Rs.", because one "₹" would put the whole text in UCS-2.

\`server/src/lending/notifications/sms-templates.test.ts\` makes this page from the translations and fails when they differ; run it with \`-u\` to
write the page again.
`;
  return `${head}\n${parts.join('\n')}`;
}

test('the list of templates to register is what the server says', async () => {
  await expect(list()).toMatchFileSnapshot('../../../../docs/sms-templates.md');
});

test.each(LANGUAGE_CODES)('every variable of every text is in its %s text', (language) => {
  for (const template of SMS_TEMPLATES) {
    const names = [...open(language, template).matchAll(/##(\w+)##/g)].map(([, name]) => name ?? '');
    expect([template, [...new Set(names)].sort()]).toEqual([template, variablesOf(template).sort()]);
  }
});

test.each(LANGUAGE_CODES)('no %s text takes more than two segments, or writes the rupee sign', (language) => {
  for (const template of SMS_TEMPLATES) {
    const { segments, length } = countOf(language, template);
    expect(segments, `${template} has ${length} letters`).toBeLessThanOrEqual(2);
    expect(smsText(language, template, LONG_VALUES)).not.toContain('₹');
  }
});

test.each([
  ['a'.repeat(160), 'GSM-7', 1],
  ['a'.repeat(161), 'GSM-7', 2],
  ['a'.repeat(307), 'GSM-7', 3],
  [`${'a'.repeat(158)}€`, 'GSM-7', 1],
  [`${'a'.repeat(159)}€`, 'GSM-7', 2],
  ['अ'.repeat(70), 'UCS-2', 1],
  [`₹${'a'.repeat(70)}`, 'UCS-2', 2],
  ['á'.repeat(135), 'UCS-2', 3],
])('segments are counted by alphabet and length, case %#', (text, alphabet, segments) => {
  expect(countSegments(text)).toMatchObject({ alphabet, segments });
});

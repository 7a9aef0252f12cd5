import { LANGUAGE_CODES, LANGUAGES, type Language } from '@noren/contract/languages';
import { smsVariables } from '@noren/core/lending/sms-values';
import { expect, test } from 'vitest';
import en from '../platform/translations/en.json' with { type: 'json' };
import es from '../platform/translations/es.json' with { type: 'json' };
import hi from '../platform/translations/hi.json' with { type: 'json' };
import id from '../platform/translations/id.json' with { type: 'json' };
import th from '../platform/translations/th.json' with { type: 'json' };
import vi from '../platform/translations/vi.json' with { type: 'json' };
import { smsText } from './notification-texts.ts';
import { registeredText, SMS_TAGS, type SmsTag, THIRD_VARIABLE } from './registered-texts.ts';
import { SMS_TEMPLATES, type SmsTemplate } from './sms-templates.ts';

const CATALOGUES: Record<Language, Record<string, string>> = { en, hi, es, id, vi, th };

/** The lender's words as the page shows them: each lender has its own. */
const constants = {
  host: '[host]',
  officer: '[officer]',
  officerPhone: '[officerPhone]',
  officerEmail: '[officerEmail]',
  callsFrom: '[callsFrom]',
};

const writeText = (language: Language, template: SmsTemplate, form: 'registry' | 'msg91'): string =>
  registeredText(language, template, { form, constants });

/** The variables of a text, in its order. */
function listVariables(language: Language, template: SmsTemplate): string[] {
  return [...writeText(language, template, 'msg91').matchAll(/##(\w+)##/g)].map(
    ([, name]) => name ?? '',
  );
}

/**
 * Long values of each variable: an amount of a loan with its charges, and the name and phone of an
 * officer.
 */
const LONG_VALUES: Record<string, string> = {
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
  officerEmail: 'grievance@noren-finance.example',
  charges: '7 x 1234.56 / 7 x 1134.56',
  collector: 'Lakshmi Ramakrishnan',
  callsFrom: '+91 80 4718 2000',
  host: 'loans.noren-finance.example',
  token: `${'A'.repeat(22)}.sms`,
  hours: '24',
  days: '7',
};

/**
 * The letters of GSM-7 (3GPP TS 23.038); those of `EXTENDED` take the room of two. A message with
 * any other is in UCS-2.
 */
const GSM_7 =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const EXTENDED = '^{}\\[~]|€';

/** How a message is sent: its alphabet, its length in that, and how many SMS it is paid as. */
function countSegments(text: string): {
  alphabet: 'GSM-7' | 'UCS-2';
  length: number;
  segments: number;
} {
  const isPlain = [...text].every((letter) => GSM_7.includes(letter) || EXTENDED.includes(letter));
  const [single, part] = isPlain ? [160, 153] : [70, 67];
  const length = isPlain
    ? text.length + [...text].filter((letter) => EXTENDED.includes(letter)).length
    : text.length;

  return {
    alphabet: isPlain ? 'GSM-7' : 'UCS-2',
    length,
    segments: length <= single ? 1 : Math.ceil(length / part),
  };
}

/** The values of a text: the link in it signs in, or pays. */
function longValues(template: SmsTemplate): Record<string, string> {
  const { token, ...values } = LONG_VALUES;
  return pays(template) ? { ...values, payToken: 'A'.repeat(20) } : LONG_VALUES;
}

const pays = (template: SmsTemplate): boolean =>
  template === 'penal_week' || template.endsWith('_with_link');

const countTemplateSegments = (language: Language, template: SmsTemplate) =>
  countSegments(smsText(language, template, longValues(template)));

/** What is registered, as the lender's staff types it in. */
function list(): string {
  const parts = LANGUAGE_CODES.map((language) => {
    const lines = SMS_TEMPLATES.map((template) => {
      const { alphabet, length, segments } = countTemplateSegments(language, template);
      const text = writeText(language, template, 'registry').replace('\n', '<br>');
      const variables = listVariables(language, template).map((name) => `\`${name}\``);
      const cells = [
        `\`${template}\``,
        text,
        variables.join(', '),
        `${length}, ${alphabet}`,
        segments,
      ];

      return `| ${cells.join(' | ')} |`;
    });
    const columns =
      '| template | text | variables | length | segments |\n|---|---|---|---:|---:|\n';
    const head = `## ${LANGUAGES[language].name} (\`${language}\`)\n\n${columns}`;

    return `${head}${lines.join('\n')}\n`;
  });
  const excused = Object.entries(THIRD_VARIABLE);
  const reasons = [...new Set(excused.map(([, reason]) => reason))].map((reason) => {
    const templates = excused
      .filter(([, other]) => other === reason)
      .map(([template]) => `\`${template}\``);
    return `- ${templates.join(', ')}: ${reason}.`;
  });
  const head = `# SMS templates to register

Register every text below with the operators' registry (DLT) and at MSG91
([how](operations/notifications.md)). \`npm run -s sms-templates -- --texts\` prints them with
your own words in place of [host], [officer], [officerPhone], [officerEmail] and [callsFrom]; a text with
another of these is another registration, and so is a changed text: both are made before they
are deployed. \`<br>\` is a new line: the last line of a code's text is what a browser fills the
code in by, at the host of \`NOREN_APP_HOST\` alone; what follows the code in it is ignored.

The texts obey TRAI's direction of 18 November 2025 and its rule of 2023. Each variable is
written with its tag, as here: \`{#numeric#}\` has digits, \`{#alphanumeric#}\` letters, digits,
spaces, points and strokes, at most 40 of them, \`{#url#}\` an address. At MSG91 the same variable
is written by its name, such as \`##amount##\`, in the order of the third column. A text has at
most two variables, a few a third, with words between them; none begins or ends with one.
Callback numbers and e-mail addresses are fixed text, and have to be registered with the operators
beforehand, as have the addresses \`https://[host]/#?openToken=\` and \`https://[host]/#/pay/\`, with
what follows them open.

The texts whose names end in \`_with_link\`, and \`penal_week\`, replace \`due_date_moved\`,
\`dues_corrected\`, \`payment_reversed\`, \`payment_moved\`, \`settlement_offered\`,
\`settlement_lapsed\`, \`officer_assigned\`, \`due_soon\`, \`due_today\`, \`debit_announced\`,
\`overdue\` and \`penal_charged\` on 1 January 2027 (RBI/2026-27/230). Register both: the program
changes over by itself.

The reasons for a third variable, which the registry asks for:

${reasons.join('\n')}

Each text takes one segment or two; one with an officer, an e-mail address and a payment link takes
up to four in UCS-2. A segment is 160 letters of the plain alphabet (GSM-7), or
153 of two; a text with any other letter is sent in UCS-2: 70 letters, or 67 of two. The length
is that of the text with long values: amounts as 100000.00, an officer's name of 20 letters,
a phone of 16 and an e-mail address of 31. Amounts are written with "Rs.", because one "₹" would put the whole text in
UCS-2.

\`server/src/notifications/sms-templates.test.ts\` makes this page from the translations and fails
when they differ; run it with \`-u\` to write the page again.
`;

  return `${head}\n${parts.join('\n')}`;
}

test('the list of templates to register is what the server says', async () => {
  await expect(list()).toMatchFileSnapshot('../../../docs/sms-templates.md');
});

const cases = LANGUAGE_CODES.flatMap((language) =>
  SMS_TEMPLATES.map((template) => [language, template] as const),
);

test.each(LANGUAGE_CODES)(
  'every %s text has the variables and the constants of the English one',
  (language) => {
    const listPlaceholders = (catalogue: Record<string, string>, template: SmsTemplate) =>
      [...new Set(catalogue[`sms.${template}`]!.match(/\{\w+\}/g))].sort();
    for (const template of SMS_TEMPLATES)
      expect([template, listPlaceholders(CATALOGUES[language], template)]).toEqual([
        template,
        listPlaceholders(en, template),
      ]);
  },
);

test.each(cases)('%s.%s obeys the operators’ rule of November 2025', (language, template) => {
  const text = writeText(language, template, 'registry');
  // Every placeholder became a tagged variable or a constant.
  expect(text).not.toMatch(/\{(?!#(?:numeric|alphanumeric|url)#\})|#var#/);

  const between = text.split(/\{#\w+#\}/);
  const most = THIRD_VARIABLE[template] === undefined ? 2 : 3;

  expect(between.length - 1).toBeLessThanOrEqual(most);
  // Words stand before the first, between two and after the last: spaces, commas and signs do not
  // part them.
  for (const fixed of between) expect(fixed).toMatch(/\p{L}[\p{L}\p{M}]/u);
  expect(text).toContain('Noren');
  expect(text).not.toMatch(/ {2}/);
  expect(
    text.replace(/\{#\w+#\}/g, '').length / countTemplateSegments(language, template).length,
  ).toBeGreaterThan(0.3);
  // MSG91's text is the same but for the variables' names.
  expect(writeText(language, template, 'msg91').split(/##\w+##/)).toEqual(between);
});

test('a third variable is excused only where there is one, and every tag has a variable', () => {
  for (const template of Object.keys(THIRD_VARIABLE) as SmsTemplate[])
    expect([template, listVariables('en', template).length]).toEqual([template, 3]);
  const used = new Set(SMS_TEMPLATES.flatMap((template) => listVariables('en', template)));
  expect([...used].sort()).toEqual(Object.keys(SMS_TAGS).sort());
});

test('what is sent for a variable is what its tag allows', () => {
  const tags: Record<string, SmsTag> = SMS_TAGS;
  const allowed = {
    numeric: /^\d{1,40}$/,
    alphanumeric: /^[\p{L}\p{M}\p{N} ._/]{1,40}$/u,
    url: /^https:\/\/[\w.-]+\/#(?:\?openToken=[\w.-]+|\/pay\/[0-9A-Z]{20})$/,
  };
  const sent = smsVariables({ ...LONG_VALUES, collector: "Conan O'Brien-Rao" });

  for (const [name, tag] of Object.entries(tags))
    expect([name, sent[name]]).toEqual([name, expect.stringMatching(allowed[tag])]);
});

test.each(LANGUAGE_CODES)(
  'no %s text takes more than two segments, or four with an officer, an e-mail and a link in UCS-2',
  (language) => {
    for (const template of SMS_TEMPLATES) {
      const { segments, length, alphabet } = countTemplateSegments(language, template);
      const most = pays(template) && alphabet === 'UCS-2' ? 4 : 2;
      expect(segments, `${template} has ${length} letters`).toBeLessThanOrEqual(most);
      expect(smsText(language, template, longValues(template))).not.toContain('₹');
    }
  },
);

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

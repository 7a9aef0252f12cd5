import { formatRupees, paise } from '@noren/core/money/money';

/** Safe HTML; only `html` makes it. */
export interface Html {
  readonly html: string;
}

type Part = string | number | Html | readonly Html[];

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** HTML template: values are escaped, unless this template made them. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  return { html: texts.reduce((page, text, at) => page + write(parts[at - 1] ?? '') + text) };
}

function write(part: Part): string {
  if (typeof part === 'string' || typeof part === 'number')
    return String(part).replace(/[&<>"']/g, escapeOne);
  return 'html' in part ? part.html : part.map((one) => one.html).join('');
}

function escapeOne(character: string): string {
  return ESCAPES[character] ?? character;
}

/** Formats paise: ₹1,00,000 or ₹10.50. */
export function rupees(amountPaise: number): string {
  return formatRupees(paise(amountPaise));
}

/** An instant in India's time. */
export function clockTime(utcMs: number): string {
  return CLOCK.format(utcMs);
}

const CLOCK = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** The head of a page of the sandbox, with its script if it has one. */
export function showHead(title: string, script?: string): Html {
  return html`<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/sandbox/page.css">
${
  script === undefined
    ? ''
    : // A form that is sent before its script is there would only load the page again.
      html`<script type="module" blocking="render" src="${script}"></script>
`
}</head>`;
}

import { formatRupees, paise } from '@noren/core/money/money';

/** Text that is HTML already; only `html` makes it. */
export interface Html {
  readonly html: string;
}
type Part = string | number | Html | readonly Html[];

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Template for HTML: what is put in is escaped, unless it was made by this template. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  return { html: texts.reduce((page, text, at) => page + write(parts[at - 1] ?? '') + text) };
}

function write(part: Part): string {
  if (typeof part === 'string' || typeof part === 'number') return String(part).replace(/[&<>"']/g, escapeOne);
  return 'html' in part ? part.html : part.map((one) => one.html).join('');
}

function escapeOne(character: string): string {
  return ESCAPES[character] ?? character;
}

/** Rupees as they are read: ₹1,00,000 or ₹10.50. */
export function rupees(amountPaise: number): string {
  return formatRupees(paise(amountPaise));
}

/** An instant as a clock and calendar in India show it. */
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

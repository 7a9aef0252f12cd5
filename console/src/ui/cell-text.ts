import { formatTime, toBusinessDay } from '@noren/core/money/time';

const RUPEES = /^([−-]?)₹([\d,]+\.\d\d)$/;

/** What a cell says, for a spreadsheet: amounts as numbers, moments as days that sort. */
export function cellText(cell: HTMLElement): string {
  const text = textIn(cell).replaceAll(/\s+/g, ' ').trim();
  const [, sign, amount] = RUPEES.exec(text) ?? [];

  return amount === undefined ? text : `${sign === '' ? '' : '-'}${amount.replaceAll(',', '')}`;
}

function textIn(node: Node): string {
  if (!(node instanceof HTMLElement)) return node instanceof Text ? node.data : '';
  if (node.getAttribute('aria-hidden') === 'true' || node.tagName === 'BUTTON') return '';
  if (node instanceof HTMLTimeElement) return momentIn(node.dateTime);

  return [...node.childNodes].map(textIn).join(' ');
}

/** A business day stays as it is; an instant is written in India's time. */
function momentIn(written: string): string {
  if (!written.includes('T')) return written;

  const at = Date.parse(written);

  return `${toBusinessDay(at)} ${formatTime(at)}`;
}

/**
 * Where a spreadsheet may begin a formula: a cell begins there, also where semicolons or tabs
 * separate cells.
 */
const FORMULA = /(^|[;\t\r\n])(?=["' ]*[=+\-@＝＋－＠])/g;

/** Marks text that a spreadsheet would read as a formula. Source: OWASP, "CSV Injection". */
function csvCell(text: string): string {
  const marked = text.replace(FORMULA, "$1'");
  const safe = /^[\t\r\n]/.test(marked) ? `'${marked}` : marked;
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A table as CSV: RFC 4180, for UTF-8, with a byte order mark. */
export function csvText(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, ...rows].map((row) => row.map(csvCell).join(','));
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}

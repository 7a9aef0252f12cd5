/** Where a spreadsheet may begin a formula: a cell begins there, also where semicolons or tabs separate cells. */
const FORMULA = /(^|[;\t\r\n])(?=["' ]*[=+\-@＝＋－＠])/g;

/** What a spreadsheet would take for a formula is marked as text. Source: OWASP, "CSV Injection". */
function csvCell(text: string): string {
  const marked = text.replace(FORMULA, "$1'");
  const safe = /^[\t\r\n]/.test(marked) ? `'${marked}` : marked;
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A CSV file: RFC 4180, UTF-8 with a byte order mark. */
export function csvFile(headings: readonly string[], rows: readonly (readonly string[])[]): Buffer {
  const lines = [headings, ...rows].map((row) => row.map(csvCell).join(','));
  return Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`, 'utf8');
}

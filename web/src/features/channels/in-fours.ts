/** Groups a long number by four, as people read it out. */
export function inFours(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1 ');
}

/** A long number as people read it out: four at a time. */
export function inFours(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1 ');
}

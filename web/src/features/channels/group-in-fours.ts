/** Puts a space after every four characters, as people read a long code out. */
export function groupInFours(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1 ');
}

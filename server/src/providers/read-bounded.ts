/** The body of an answer. @throws Error when it is longer */
export async function readBounded(response: Response, mostBytes: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    bytes += piece.length;
    if (bytes > mostBytes) throw new Error('the answer is too long');
    pieces.push(piece);
  }

  return Buffer.concat(pieces);
}

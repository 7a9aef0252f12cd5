/** A mark of the browser's settings, 32 hexadecimal digits, made on the phone: nothing is asked of anybody. */
export async function browserFingerprint(): Promise<string> {
  const { load } = await import('@fingerprintjs/fingerprintjs');
  const { visitorId } = await (await load({ monitoring: false })).get();
  return visitorId;
}

/**
 * A fingerprint of the browser's settings, 32 hexadecimal digits, computed on the phone without any
 * request.
 */
export async function browserFingerprint(): Promise<string> {
  const { load } = await import('@fingerprintjs/fingerprintjs');
  const { visitorId } = await (await load({ monitoring: false })).get();
  return visitorId;
}

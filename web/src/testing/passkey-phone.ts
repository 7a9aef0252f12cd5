import { vi } from 'vitest';

/**
 * A browser that has passkeys. `create` and `get` are what the phone answers, as JSON, or throw as
 * when the user stops it.
 * @returns the options that the page asked with
 */
export function stubPasskeys(phone: { create?: () => object; get?: () => object }): {
  asked: unknown[];
} {
  const asked: unknown[] = [];
  const keep = (options: unknown) => options;

  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => undefined, {
      parseCreationOptionsFromJSON: keep,
      parseRequestOptionsFromJSON: keep,
      isUserVerifyingPlatformAuthenticatorAvailable: async () => true,
    }),
  );

  const answer = (by: (() => object) | undefined) => async (options: { publicKey: unknown }) => {
    asked.push(options.publicKey);
    const made = by?.() ?? null;
    return made && { toJSON: () => made };
  };

  const credentials = { create: answer(phone.create), get: answer(phone.get) };
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: credentials });

  return { asked };
}

/** What a browser throws when the user closes the phone's question. */
export const stopped = (): never => {
  throw new DOMException('stopped', 'NotAllowedError');
};

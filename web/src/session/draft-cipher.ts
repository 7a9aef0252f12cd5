import { fromBase64Url, toBase64Url } from '@noren/contract/base64url';

/** The values of a form by field. */
export type DraftValues = Record<string, string>;

/** Encrypts drafts for the browser's storage. */
export interface DraftCipher {
  encrypt(form: string, values: DraftValues): Promise<string>;
  /** Undefined when the text was encrypted with another key, for another form, or altered. */
  decrypt(form: string, text: string): Promise<DraftValues | undefined>;
}

declare global {
  interface Window {
    /** Left by the page's first script, if it needed the key before the app was loaded. */
    norenDraftCipher?: Promise<DraftCipher> | undefined;
  }
}

const NONCE_BYTES = 12;

/**
 * AES-256-GCM, bound to the form: base64url of the nonce and the ciphertext.
 * @param key 32 bytes, base64url; the browser keeps it in memory only and does not give it to
 * scripts again
 */
export async function makeDraftCipher(key: string): Promise<DraftCipher> {
  const { subtle } = crypto;
  const secret = await subtle.importKey('raw', fromBase64Url(key), 'AES-GCM', false, [
    'encrypt',
    'decrypt',
  ]);

  const settings = (form: string, iv: Uint8Array<ArrayBuffer>) => ({
    name: 'AES-GCM',
    iv,
    additionalData: new TextEncoder().encode(form),
  });

  return {
    async encrypt(form, values) {
      const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
      const plain = new TextEncoder().encode(JSON.stringify(values));
      const encrypted = new Uint8Array(await subtle.encrypt(settings(form, nonce), secret, plain));
      return toBase64Url(new Uint8Array([...nonce, ...encrypted]));
    },
    async decrypt(form, text) {
      try {
        const bytes = new Uint8Array(fromBase64Url(text));
        const nonce = bytes.slice(0, NONCE_BYTES);
        const plain = await subtle.decrypt(settings(form, nonce), secret, bytes.slice(NONCE_BYTES));
        return JSON.parse(new TextDecoder().decode(plain)) as DraftValues;
      } catch {
        // The browser was closed or the user signed out since: there is nothing to tell the user.
        return undefined;
      }
    },
  };
}

import { useEffect } from 'react';

type OtpCredential = { code?: string };

/** Where the browser can read the code out of the message (WebOTP), takes it; nothing is asked of others. */
export function useWebOtp(onCode: (code: string) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: one wait for as long as the screen is open
  useEffect(() => {
    if (!('OTPCredential' in window) || !navigator.credentials) return;
    const abort = new AbortController();
    const wanted = { otp: { transport: ['sms'] }, signal: abort.signal } as CredentialRequestOptions;
    navigator.credentials.get(wanted).then(
      (credential) => {
        const { code } = (credential ?? {}) as OtpCredential;
        if (code) onCode(code.replace(/\D/g, '').slice(0, 4));
      },
      // Refused, or the screen was left: the code is typed.
      (cause: Error) => console.info('The code was not read by the browser', cause.name),
    );
    return () => abort.abort();
  }, []);
}

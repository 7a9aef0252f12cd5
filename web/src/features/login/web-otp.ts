import { readCode } from '@noren/core/typed/text';
import { useEffect, useRef } from 'react';

type OtpCredential = { code?: string };

/** Reads the code from the message if the browser supports WebOTP. */
export function useWebOtp(onCode: (code: string) => void): void {
  // The message comes seconds later: it must meet the screen as it is then, with the box ticked.
  const latest = useRef(onCode);
  useEffect(() => {
    latest.current = onCode;
  });

  useEffect(() => {
    if (!('OTPCredential' in window) || !navigator.credentials) return;

    const abort = new AbortController();
    const wanted = {
      otp: { transport: ['sms'] },
      signal: abort.signal,
    } as CredentialRequestOptions;

    navigator.credentials.get(wanted).then(
      (credential) => {
        const { code } = (credential ?? {}) as OtpCredential;
        const digits = readCode(code ?? '', 4);
        if (digits !== null) latest.current(digits);
      },
      // Refused, or the screen was closed: the user types the code.
      (cause: Error) => console.info('The code was not read by the browser', cause.name),
    );

    return () => abort.abort();
  }, []);
}

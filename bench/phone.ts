/** The browser of this machine, without network access of its own. */
export const QUIET_BROWSER = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  // Beside an attached debugger, V8 parses a function again for the stack of each error. React makes
  // five errors as it starts, and that would take half of its start; a phone has no debugger.
  '--js-flags=--no-enable-lazy-source-positions',
];

/** A small phone in India. */
export const SMALL_PHONE = {
  viewport: { width: 360, height: 800 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: 'en-IN',
  timezoneId: 'Asia/Kolkata',
} as const;

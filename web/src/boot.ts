/** What the server writes into the served page, so that the first screen needs no round trip for it. */
export type Boot = {
  language?: string;
  sandbox?: boolean;
  /** The server's public sealing key, in the shape of the call `public/sealKey`. */
  sealKey?: unknown;
};

/** The page's boot object; empty when the page was not served by the server (Vite's own, tests). */
export function readBoot(): Boot {
  const text = document.getElementById('noren-boot')?.textContent?.trim() ?? '';
  return text.startsWith('{') ? (JSON.parse(text) as Boot) : {};
}

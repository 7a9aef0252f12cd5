/** What the build tells the page's first script: see web/build/first-paint-plugin.ts. */
declare module 'virtual:preload-manifest' {
  /** A call as it is sent: `{name}` in its path stands for `params`, or for what the address names. */
  export interface EarlyCall {
    readonly path: `/api/${string}`;
    readonly params?: Readonly<Record<string, string>>;
    readonly query?: Readonly<Record<string, string>>;
    /** The parameter whose value is the second part of the address. */
    readonly names?: string;
    /** Asked for after the files of the screen. */
    readonly isLater?: true;
  }
  /** The app's own files, in the order in which they run. */
  export const APP_FILES: readonly string[];
  /** Calls by the first part of the address. */
  export const EARLY: Readonly<Record<string, readonly EarlyCall[]>>;
  /** Files of the build by the first part of the address. */
  export const ROUTE_PARTS: Readonly<Record<string, readonly string[]>>;
  /** First parts of addresses whose screens say more than those of every day. */
  export const SAY_MORE: readonly string[];
  /** By language: the catalogue of the first screens, that of the screens of every day, and all else. */
  export const LANGUAGE_TEXTS: Readonly<Record<string, readonly string[]>>;
}

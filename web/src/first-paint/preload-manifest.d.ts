/**
 * The files and calls of this build that the page preloads, made by
 * web/build/first-paint-plugin.ts.
 */
declare module 'virtual:preload-manifest' {
  /** A GET call; `{name}` in its path is replaced from `params`, or from the address. */
  export interface PreloadedCall {
    readonly path: `/api/${string}`;
    readonly params?: Readonly<Record<string, string>>;
    readonly query?: Readonly<Record<string, string>>;
    /** The path parameter whose value is the second segment of the address. */
    readonly pathParam?: string;
  }
  /** For a draft that is stored before the app is loaded. */
  export const DRAFT_KEY_CALL: PreloadedCall;
  /** The app's own files, in the order in which they run. */
  export const APP_FILES: readonly string[];
  /** Names this build. */
  export const BUILD: string;
  /** One call for the first calls of an address, and its screen. */
  export const FIRST_VIEW_CALL: PreloadedCall;
  /** The style sheet of the daily screens. */
  export const DAILY_STYLE: string;
  /** What the first view answers, by the first segment of the address. */
  export const PRELOADED_CALLS: Readonly<Record<string, readonly PreloadedCall[]>>;
  /** By the first segment of the address. */
  export const ROUTE_FILES: Readonly<Record<string, readonly string[]>>;
  /** First segments of addresses whose screens need more than the texts of the daily screens. */
  export const ROUTES_WITH_ALL_TEXTS: readonly string[];
  /** By language: the catalogues of the first screens, of the daily screens, and of all others. */
  export const TEXT_FILES: Readonly<Record<string, readonly string[]>>;
}

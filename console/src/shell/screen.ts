import type { Permission } from '@noren/core/staff/permissions';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { shellTexts } from '../texts/shell.ts';

export type ScreenId = keyof (typeof shellTexts)['screens'];
type ScreenGroup = keyof (typeof shellTexts)['groups'];

/** Groups of the navigation, from top to bottom. */
export const NAVIGATION: readonly (readonly [group: ScreenGroup, screens: readonly ScreenId[]])[] =
  [
    ['desk', ['work', 'review', 'approvals', 'complaints']],
    ['borrowers', ['people', 'loans', 'money', 'collections', 'links', 'letters', 'sanctions']],
    ['house', ['books', 'day', 'products', 'sources', 'audit', 'staff']],
  ];

/** A feature's results in the palette for the typed text. */
export interface FoundProps {
  readonly text: string;
  readonly onGo: (address: string) => void;
}

/** Screens of a feature, as `app/screens.ts` lists them. */
export interface ScreenFolder {
  /** Place in the navigation; without one it is reached only by links. */
  readonly id?: ScreenId;
  /** Address of the navigation link. */
  readonly address: string;
  /** The key after `g`. */
  readonly key?: string;
  /**
   * Any of these permissions opens it; `signed_in` is for everybody, `sandbox` for everybody in the
   * sandbox.
   */
  readonly permissions: readonly Permission[] | 'signed_in' | 'sandbox';
  readonly routes: readonly {
    /** A pattern of wouter: `/loans/:repayId`. */
    readonly path: string;
    readonly Screen: LazyExoticComponent<ComponentType>;
  }[];
  /** Count at the right of the navigation link. */
  readonly Count?: ComponentType;
  /** Its results in the palette. */
  readonly Found?: ComponentType<FoundProps>;
}

/**
 * A screen whose code loads when it is opened:
 * `lazyScreen(async () => (await import('./work.tsx')).Work)`.
 */
export function lazyScreen(load: () => Promise<ComponentType>): LazyExoticComponent<ComponentType> {
  return lazy(async () => ({ default: await load() }));
}

/** The folders that these permissions open. */
export function filterFolders(
  folders: readonly ScreenFolder[],
  may: (permission: Permission) => boolean,
  isSandbox: boolean,
): readonly ScreenFolder[] {
  return folders.filter(({ permissions }) => {
    if (permissions === 'sandbox') return isSandbox;

    return permissions === 'signed_in' || permissions.some(may);
  });
}

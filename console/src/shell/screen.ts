import type { Permission } from '@noren/core/staff/permissions';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { shellTexts } from '../texts/shell.ts';

export type ScreenId = keyof (typeof shellTexts)['screens'];
type ScreenGroup = keyof (typeof shellTexts)['groups'];

/** The navigation, from top to bottom. A screen appears once its feature is registered and the roles open it. */
export const NAVIGATION: readonly (readonly [group: ScreenGroup, screens: readonly ScreenId[]])[] = [
  ['desk', ['work', 'review', 'approvals', 'complaints']],
  ['borrowers', ['people', 'loans', 'money', 'collections', 'links']],
  ['house', ['books', 'day', 'products', 'audit', 'staff']],
];

/** What the palette shows of a feature for what was typed. */
export interface FoundProps {
  readonly text: string;
  readonly onGo: (address: string) => void;
}

/** A feature's screens, as `app/screens.ts` lists them. */
export interface ScreenFolder {
  /** Its place in the navigation; without one it is reached by links. */
  readonly id?: ScreenId;
  /** Where the navigation leads. */
  readonly address: string;
  /** The key after `g`. */
  readonly key?: string;
  /** Any one of them opens it; `signed_in` is everybody's, `sandbox` only there. */
  readonly permissions: readonly Permission[] | 'signed_in' | 'sandbox';
  readonly routes: readonly {
    /** A pattern of wouter: `/loans/:repayId`. */
    readonly path: string;
    readonly Screen: LazyExoticComponent<ComponentType>;
  }[];
  /** How many wait, at the right of the navigation's entry. */
  readonly Count?: ComponentType;
  /** Its part of the palette's answers. */
  readonly Found?: ComponentType<FoundProps>;
}

/** A screen whose code is loaded when it is opened: `lazyScreen(async () => (await import('./work.tsx')).Work)`. */
export function lazyScreen(load: () => Promise<ComponentType>): LazyExoticComponent<ComponentType> {
  return lazy(async () => ({ default: await load() }));
}

/** The folders that somebody's permissions open. */
export function openTo(
  folders: readonly ScreenFolder[],
  may: (permission: Permission) => boolean,
  isSandbox: boolean,
): readonly ScreenFolder[] {
  return folders.filter(({ permissions }) => {
    if (permissions === 'sandbox') return isSandbox;
    return permissions === 'signed_in' || permissions.some(may);
  });
}

export interface LockedPackage {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

export interface ProductionPackage {
  readonly path: string;
  readonly name: string;
  readonly version: string;
  readonly parts: readonly string[];
  readonly isOptional: boolean;
}

export interface Component {
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly scope: 'required' | 'optional';
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  readonly licenses?: readonly object[];
  readonly properties: readonly { readonly name: string; readonly value: string }[];
}

export function productionPackages(
  packages: Readonly<Record<string, LockedPackage>>,
): ProductionPackage[];

export function describeMaterials(of: {
  name: string;
  version: string;
  packages: readonly ProductionPackage[];
}): {
  bomFormat: string;
  specVersion: string;
  components: Component[];
};

/** Where Node finds a package that is required from a folder of the lock file. */
export function locate(packages: object, folder: string, name: string): string | undefined;

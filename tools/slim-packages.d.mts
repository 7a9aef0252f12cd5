export function slimPackages(folder: string): void;

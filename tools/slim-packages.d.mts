export function slimPackages(folder: string): number;

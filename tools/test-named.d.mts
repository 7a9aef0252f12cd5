export function splitNames(names: string[]): { walks: string[]; units: string[] };

/** A free port of 127.0.0.1, another one each time; nobody else is given it before it is used. */
export function freePort(): Promise<number>;

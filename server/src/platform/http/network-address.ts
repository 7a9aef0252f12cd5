import { isIPv6 } from 'node:net';
import type { FieldCrypto } from '../crypto/field-crypto.ts';

/**
 * The address to rate-limit by: the /64 of an IPv6 address, since one phone owns a whole /64; an
 * IPv4 address as it is.
 */
export function toNetwork(address: string): string {
  return ipv6Network(address, 64) ?? mappedIpv4(address) ?? address;
}

/**
 * A caller of one line at home owns a /56 or a /48, with thousands of /64 networks. @ASSUMED they
 * get 2 and 5 times as much.
 */
export const WIDER_NETWORKS = [
  { bits: 56, times: 2 },
  { bits: 48, times: 5 },
] as const;

const mappedIpv4 = (address: string): string | undefined =>
  /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];

/** The network of an IPv6 address; null for an IPv4 address. */
export function ipv6Network(address: string, bits: 64 | 56 | 48): string | null {
  if (mappedIpv4(address) || !isIPv6(address)) return null;

  const [head = [], tail = []] = address
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const groups = [
    ...head,
    ...Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0'),
    ...tail,
  ];
  const numbers = groups.slice(0, 4).map((group) => Number.parseInt(group, 16));
  const network = numbers.map(
    (group, at) => group & (0xffff << Math.max(0, Math.min(16, 16 * (at + 1) - bits))),
  );
  const shown = network.slice(0, Math.ceil(bits / 16)).map((group) => group.toString(16));

  return `${shown.join(':')}::/${bits}`;
}

/**
 * Keyed hash of a caller's network, for the log and the audit: it says that two callers share one,
 * and nothing else.
 */
export function hashNetwork({ hash }: Pick<FieldCrypto, 'hash'>, address: string): string {
  return hash('network', toNetwork(address)).toString('base64url').slice(0, 16);
}

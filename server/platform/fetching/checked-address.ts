import { lookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';
import { problem, ReadError } from './read-error.ts';

/** An address that was checked, to be connected to. */
export interface CheckedAddress {
  address: string;
  family: 4 | 6;
}

/** Looks up all addresses of a name. */
export type Resolve = (host: string) => Promise<string[]>;

const byDns: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

/** Whether an address is one of the public internet: neither private, local, reserved nor a translation of one. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() === 'unicast') return !isMetadata(parsed.toString());
  // Translations could lead to a private IPv4 address, and no website needs one.
  return false;
}

/** Addresses at which clouds give away credentials outside of the usual ranges. */
const isMetadata = (address: string): boolean => ['168.63.129.16', '100.100.100.200', '192.0.0.192'].includes(address);

/**
 * The addresses of a host, each of them public.
 *
 * @param allowsLoopback for tests, whose websites are on this machine
 * @throws ReadError if one of them is not
 */
export async function checkedAddresses(
  host: string,
  { resolve = byDns, allowsLoopback = false }: { resolve?: Resolve; allowsLoopback?: boolean } = {},
): Promise<CheckedAddress[]> {
  const name = host.replace(/^\[|\]$/g, '');
  const found = ipaddr.isValid(name)
    ? [name]
    : await resolve(name).catch((cause: unknown) => {
        throw new ReadError(problem('unknown_host', { host }), { cause });
      });
  const isAllowed = (address: string) =>
    isPublic(address) || (allowsLoopback && ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback');
  if (found.length === 0 || !found.every(isAllowed)) {
    throw new ReadError(problem('private_address', { host }));
  }
  return found.map((address) => ({ address, family: ipaddr.parse(address).kind() === 'ipv4' ? 4 : 6 }));
}

import { BlockList, isIP } from 'node:net'

// Addresses that mean something else on the server than on the internet: its own machine, its private
// network, and addresses that belong to no host.

const notPublic = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  notPublic.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  notPublic.addSubnet(net, bits, 'ipv6')

/**
 * True for a private numeric address and for text that is no address; an IPv4 address inside
 * IPv6 is checked as IPv4.
 */
export const isPrivateAddress = (address: string): boolean => {
  const family = isIP(address)
  return family === 0 || notPublic.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

/** True if the host is private as it is written. What a name resolves to is checked at the connection. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase()
  return isIP(host) === 0 ? host === 'localhost' || host.endsWith('.localhost') : isPrivateAddress(host)
}

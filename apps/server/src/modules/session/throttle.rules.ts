import { isIPv6 } from 'node:net'

/**
 * `free` attempts have no consequence; each further one blocks twice as long as the one before. The count
 * ends after `quietSeconds` without attempts.
 */
export interface Limit {
  name: string
  free: number
  firstBlockSeconds: number
  longestBlockSeconds: number
  quietSeconds: number
}

const MINUTE = 60

export const limits = {
  /** Wrong passwords for one username, whether or not it exists. */
  account: {
    name: 'account',
    free: 5,
    firstBlockSeconds: 30,
    longestBlockSeconds: 15 * MINUTE,
    quietSeconds: 30 * MINUTE,
  },
  /**
   * Wrong old passwords of a signed-in person. Apart from `account`, which strangers at the sign-in count up.
   */
  own: {
    name: 'own',
    free: 5,
    firstBlockSeconds: 30,
    longestBlockSeconds: 15 * MINUTE,
    quietSeconds: 30 * MINUTE,
  },
  /** Refused sign-ins from one address; a whole campus may share it. */
  address: {
    name: 'address',
    free: 50,
    firstBlockSeconds: 30,
    longestBlockSeconds: 15 * MINUTE,
    quietSeconds: 30 * MINUTE,
  },
  /** Codes sent to one mailbox. */
  mailbox: {
    name: 'mailbox',
    free: 1,
    firstBlockSeconds: MINUTE,
    longestBlockSeconds: 15 * MINUTE,
    quietSeconds: 60 * MINUTE,
  },
  /** Codes requested from one address. */
  codesFrom: {
    name: 'codes',
    free: 20,
    firstBlockSeconds: MINUTE,
    longestBlockSeconds: 15 * MINUTE,
    quietSeconds: 60 * MINUTE,
  },
} as const satisfies Record<string, Limit>

/** The key of an address. IPv6 is cut to its /64, because one person can use any address in it. */
export function toAddressKey(ip: string | null): string {
  if (!ip) return 'unknown'
  if (!isIPv6(ip)) return ip
  const v4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (v4?.[1]) return v4[1]
  const [head = '', tail] = ip.split('::')
  const groups = head.split(':').filter(Boolean)
  if (tail !== undefined) while (groups.length < 8 - tail.split(':').filter(Boolean).length) groups.push('0')
  return `${groups
    .slice(0, 4)
    .map((g) => g.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}

/** The network of an address: home connections change the last part from day to day. */
export function toNetworkKey(ip: string | null): string {
  const key = toAddressKey(ip)
  return /^\d+\.\d+\.\d+\.\d+$/.test(key) ? key.replace(/\d+$/, '0/24') : key
}
/** How long a network stays known after the last sign-in there. */
export const NETWORK_DAYS = 90

/** 95 → 2 分钟, 30 → 30 秒. */
export const describeWait = (seconds: number): string =>
  seconds < MINUTE ? `${Math.max(1, Math.ceil(seconds))} 秒` : `${Math.ceil(seconds / MINUTE)} 分钟`

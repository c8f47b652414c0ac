import { isIPv6 } from 'node:net'

/**
 * So many attempts are free; each further one blocks twice as long as the one before. Forgotten after a quiet
 * while.
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
  /** Wrong passwords for one username, known or not. */
  account: {
    name: 'account',
    free: 5,
    firstBlockSeconds: 30,
    longestBlockSeconds: 15 * MINUTE,
    quietSeconds: 30 * MINUTE,
  },
  /** Refused sign-ins from one address: a whole campus may stand behind it. */
  address: {
    name: 'address',
    free: 50,
    firstBlockSeconds: 30,
    longestBlockSeconds: 15 * MINUTE,
    quietSeconds: 30 * MINUTE,
  },
  /** Codes mailed to one mailbox. */
  mailbox: {
    name: 'mailbox',
    free: 1,
    firstBlockSeconds: MINUTE,
    longestBlockSeconds: 15 * MINUTE,
    quietSeconds: 60 * MINUTE,
  },
  /** Codes asked for from one address. */
  codesFrom: {
    name: 'codes',
    free: 20,
    firstBlockSeconds: MINUTE,
    longestBlockSeconds: 15 * MINUTE,
    quietSeconds: 60 * MINUTE,
  },
} as const satisfies Record<string, Limit>

/** Counts an IPv6 address as its /64: one person can take any address in it. */
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

/** The network that an address is of: at home it changes its last part from one day to the next. */
export function toNetworkKey(ip: string | null): string {
  const key = toAddressKey(ip)
  return /^\d+\.\d+\.\d+\.\d+$/.test(key) ? key.replace(/\d+$/, '0/24') : key
}
/** How long a network stays known after the last sign-in there. */
export const NETWORK_DAYS = 90

/** 95 → 2 分钟, 30 → 30 秒. */
export const describeWait = (seconds: number): string =>
  seconds < MINUTE ? `${Math.max(1, Math.ceil(seconds))} 秒` : `${Math.ceil(seconds / MINUTE)} 分钟`

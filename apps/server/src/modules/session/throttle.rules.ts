import { toAddressKey } from '../../kernel/address.rules.ts'

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
  /**
   * Tickets of the campus single sign-on that the campus has refused, from one address. Apart from `address`,
   * so that wrong passwords do not shut the campus's own door. The blocks are short, because a whole campus
   * may wait.
   */
  tickets: {
    name: 'ticket',
    free: 50,
    firstBlockSeconds: 30,
    longestBlockSeconds: MINUTE,
    quietSeconds: 5 * MINUTE,
  },
  /** Codes sent to one mailbox at the request of one network. */
  mailbox: {
    name: 'mailbox',
    free: 1,
    firstBlockSeconds: MINUTE,
    longestBlockSeconds: 15 * MINUTE,
    quietSeconds: 60 * MINUTE,
  },
  /** Codes sent to one mailbox, whichever networks ask: otherwise many of them could flood it. */
  mailboxOverall: {
    name: 'mailbox-overall',
    free: 20,
    firstBlockSeconds: MINUTE,
    longestBlockSeconds: 5 * MINUTE,
    quietSeconds: 60 * MINUTE,
  },
  /** Codes that nobody used, requested from one address, which a whole campus may share, or by one person. */
  codesFrom: {
    name: 'codes',
    free: 50,
    firstBlockSeconds: MINUTE,
    longestBlockSeconds: 5 * MINUTE,
    quietSeconds: 60 * MINUTE,
  },
} as const satisfies Record<string, Limit>

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

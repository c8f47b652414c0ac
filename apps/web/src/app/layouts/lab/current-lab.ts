import { readCookie, writeCookie } from '../../../lib/cookies.ts'

/** The lab viewed last, in a cookie that ends with the browser session. */
export interface CurrentLab {
  id: number
  serialId: string
  name: string
}
const COOKIE = 'curLabInfo'

export const rememberLab = (lab: CurrentLab): void => writeCookie(COOKIE, JSON.stringify(lab))

export function readLab(): Pick<CurrentLab, 'serialId'> | null {
  try {
    const lab = JSON.parse(readCookie(COOKIE) ?? 'null') as unknown
    const serialId = lab !== null && typeof lab === 'object' && 'serialId' in lab ? lab.serialId : null
    return typeof serialId === 'string' && /^LAB[\w-]{0,61}$/.test(serialId) ? { serialId } : null
  } catch {
    return null // not written by this site
  }
}

import { formatYuan } from '@portal/contract/kernel/money'

/**
 * Instants are shown in the campus time zone, wherever the reader is: a booking at 9:00 is at 9:00 on the
 * door. The server writes its zone into the HTML. `Intl` formatters are expensive to create, so each is
 * created once.
 */
export const CAMPUS_TZ =
  (typeof document !== 'undefined' && document.documentElement.dataset['tz']) || 'Asia/Shanghai'

const parts = new Intl.DateTimeFormat('en-CA', {
  timeZone: CAMPUS_TZ,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  weekday: 'short',
})
const WEEKDAYS: Record<string, string> = {
  Mon: '周一',
  Tue: '周二',
  Wed: '周三',
  Thu: '周四',
  Fri: '周五',
  Sat: '周六',
  Sun: '周日',
}

export interface CampusTime {
  year: string
  month: string
  day: string
  hour: string
  minute: string
  second: string
  weekday: string
}
/** Null if `at` is not an instant. */
export function campusTime(at: string | number | Date | null | undefined): CampusTime | null {
  if (at === null || at === undefined || at === '') return null
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return null
  const found = Object.fromEntries(parts.formatToParts(date).map((p) => [p.type, p.value]))
  const { year = '', month = '', day = '', hour = '', minute = '', second = '', weekday = '' } = found
  return { year, month, day, hour, minute, second, weekday: WEEKDAYS[weekday] ?? '' }
}

export const EMPTY = '—'
type At = string | number | Date | null | undefined
/** 2025-11-21 */
export const formatDay = (at: At): string => {
  if (typeof at === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(at)) return at // already a campus day
  const t = campusTime(at)
  return t ? `${t.year}-${t.month}-${t.day}` : EMPTY
}
/** 2025-11-21 09:30 */
export const formatMinute = (at: At): string => {
  const t = campusTime(at)
  return t ? `${t.year}-${t.month}-${t.day} ${t.hour}:${t.minute}` : EMPTY
}
/** 11-21 09:30 in the year of `now`, otherwise 2025-11-21: for a list with little room. */
export function formatShort(at: At, now: Date = new Date()): string {
  const t = campusTime(at)
  if (!t) return EMPTY
  return t.year === campusTime(now)?.year ? `${t.month}-${t.day} ${t.hour}:${t.minute}` : formatDay(at)
}
/** 2025-11-21 09:30:05 */
export const formatSecond = (at: At): string => {
  const t = campusTime(at)
  return t ? `${formatMinute(at)}:${t.second}` : EMPTY
}
/** 09:30 */
export const formatClock = (at: At): string => {
  const t = campusTime(at)
  return t ? `${t.hour}:${t.minute}` : EMPTY
}
/** 2025-11-21 周五 09:30–11:00; the day appears once if both ends are on it. */
export function formatPeriod(from: At, to: At): string {
  const a = campusTime(from)
  if (!a) return EMPTY
  const start = `${formatDay(from)} ${a.weekday} ${formatClock(from)}`
  if (!campusTime(to)) return `${start} 起`
  return formatDay(from) === formatDay(to) ? `${start}–${formatClock(to)}` : `${start} 至 ${formatMinute(to)}`
}

/** 11-27 14:00–16:00 in a list: the year only if it is not this one, the second day only if it differs. */
export function formatBrief(from: At, to: At, now: Date = new Date()): string {
  const a = campusTime(from)
  if (!a) return EMPTY
  const year = campusTime(now)?.year
  const findDay = (at: At) => (campusTime(at)?.year === year ? formatDay(at).slice(5) : formatDay(at))
  const start = `${findDay(from)} ${formatClock(from)}`
  if (!campusTime(to)) return `${start} 起`
  return formatDay(from) === formatDay(to)
    ? `${start}–${formatClock(to)}`
    : `${start} 至 ${findDay(to)} ${formatClock(to)}`
}

/** 周五 09:30–11:00, for near days where there is little room. */
export function formatShortPeriod(from: At, to: At): string {
  const a = campusTime(from)
  if (!a) return EMPTY
  const end =
    formatDay(from) === formatDay(to) ? formatClock(to) : `${campusTime(to)?.weekday} ${formatClock(to)}`
  return `${a.weekday} ${formatClock(from)}–${end}`
}

/** 95 → 1 小时 35 分钟 */
export function formatMinutes(minutes: number | null | undefined): string {
  if (minutes === null || minutes === undefined) return EMPTY
  const whole = Math.round(minutes)
  const days = Math.floor(whole / 1440)
  const hours = Math.floor((whole % 1440) / 60)
  const rest = whole % 60
  const words = [days && `${days} 天`, hours && `${hours} 小时`, rest && `${rest} 分钟`].filter(Boolean)
  return words.join(' ') || '0 分钟'
}

/** Time since or until `at`: 刚刚, 12 分钟前, 3 天后. Beyond a month, the date. */
export function formatAgo(at: At, now: Date = new Date()): string {
  const t = at === null || at === undefined ? NaN : new Date(at).getTime()
  if (Number.isNaN(t)) return EMPTY
  const seconds = (now.getTime() - t) / 1000
  const size = Math.abs(seconds)
  if (size < 60) return seconds >= 0 ? '刚刚' : '马上'
  if (size > 30 * 86_400) return formatDay(at)
  const text =
    size < 3600
      ? `${Math.floor(size / 60)} 分钟`
      : size < 86_400
        ? `${Math.floor(size / 3600)} 小时`
        : `${Math.floor(size / 86_400)} 天`
  return text + (seconds >= 0 ? '前' : '后')
}

/** 123456 → ¥1,234.56; a dash if there is no amount. */
export const formatMoney = (amountFen: number | null | undefined): string =>
  amountFen === null || amountFen === undefined ? EMPTY : `¥${formatYuan(amountFen)}`

/** 1536 → 1.5 KB */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 ** 2) return `${trim(bytes / 1024)} KB`
  if (bytes < 1024 ** 3) return `${trim(bytes / 1024 ** 2)} MB`
  return `${trim(bytes / 1024 ** 3)} GB`
}
/** A limit in round MB, as it was configured: 20 MB may be 20,000,000 bytes or 20 × 1,048,576. */
export const formatLimit = (bytes: number): string =>
  `${trim(bytes / (bytes % 1024 ** 2 === 0 ? 1024 ** 2 : 1_000_000))} MB`
const trim = (n: number): string => String(Math.round(n * 10) / 10)

/** '2025-11-21 09:30' on the campus clock → the instant, as ISO 8601 in UTC; null if it is not a time. */
export function findInstant(wall: string): string | null {
  const m = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2})(?::(\d{2}))?$/.exec(wall)
  if (!m) return null
  const [, y, mo, d, h, mi, s = '0'] = m
  const asUtc = Date.UTC(Number(y), Number(mo) - 1, Number(d), Number(h), Number(mi), Number(s))
  // The zone's offset is read twice, the second time at the first result: exact except in an hour that the
  // clock skips.
  let at = asUtc - offsetAt(asUtc)
  at = asUtc - offsetAt(at)
  return new Date(at).toISOString()
}
function offsetAt(ms: number): number {
  const t = campusTime(ms)
  if (!t) return 0
  return (
    Date.UTC(
      Number(t.year),
      Number(t.month) - 1,
      Number(t.day),
      Number(t.hour),
      Number(t.minute),
      Number(t.second),
    ) -
    Math.floor(ms / 1000) * 1000
  )
}

import type { WallRoom } from '@portal/contract/gate-monitor/gate-monitor'

// Pure rules of what the wall shows of many rooms.

export type Tone = 'alarm' | 'off' | 'open' | 'quiet'
export const findTone = (r: WallRoom): Tone =>
  r.alarms + r.forced + r.held > 0 ? 'alarm' : r.offline > 0 ? 'off' : r.open > 0 ? 'open' : 'quiet'

const order: Record<Tone, number> = { alarm: 0, off: 1, open: 2, quiet: 3 }
/** Order by urgency; equal rooms keep the server's order, by building and room. */
export const sortRooms = (rooms: readonly WallRoom[]): WallRoom[] =>
  rooms.toSorted((a, b) => order[findTone(a)] - order[findTone(b)])

type Sums = Omit<WallRoom, 'building' | 'room'>
export const sumRooms = (rooms: readonly WallRoom[]): Sums => {
  const sums = { doors: 0, open: 0, held: 0, forced: 0, offline: 0, switches: 0, on: 0, inside: 0, alarms: 0 }
  for (const r of rooms) for (const key of Object.keys(sums) as (keyof Sums)[]) sums[key] += r[key]
  return sums
}

/**
 * The rooms of one turn, sorted: rooms with an alarm stay, on at most half of the screen; the others rotate
 * beside them.
 */
export function takePage(rooms: readonly WallRoom[], size: number, turn: number) {
  if (rooms.length <= size) return { rows: [...rooms], page: 0, pages: 1 }
  const half = Math.floor(size / 2)
  const firstQuiet = rooms.slice(0, half).findIndex((r) => findTone(r) !== 'alarm')
  const stays = firstQuiet < 0 ? half : firstQuiet
  const each = Math.max(1, size - stays)
  const pages = Math.ceil((rooms.length - stays) / each)
  const page = turn % pages
  const from = stays + page * each
  return { rows: [...rooms.slice(0, stays), ...rooms.slice(from, from + each)], page, pages }
}

/** The state of a room in a few words. */
export function describeRoom(r: WallRoom): string[] {
  const says: string[] = []
  if (r.alarms > 0) says.push(`告警 ${r.alarms}`)
  if (r.forced > 0) says.push(`强开 ${r.forced}`)
  if (r.held > 0) says.push(`未关 ${r.held}`)
  if (r.offline > 0) says.push(`离线 ${r.offline}`)
  if (r.open > 0) says.push(`门开 ${r.open}`)
  if (says.length === 0) says.push(r.doors > 0 ? '门关' : r.on > 0 ? '通电' : '断电')
  return says
}

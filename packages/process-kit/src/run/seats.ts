import { limits, type Mode } from '../model/graph.ts'
import type { Machine } from './machine.ts'
import type { Seat, Visit } from './state.ts'

// The seats of people at a step, and when their decisions are enough.

const seatFor = (person: number): Seat => ({ person, owner: null, state: 'later' })

function findMode(machine: Machine, visit: Visit): Mode {
  const node = machine.nodeAt(visit.node)
  return visit.anyone || node.kind !== 'task' ? 'any' : node.mode
}

export function giveSeats(machine: Machine, visit: Visit, people: readonly number[]): void {
  const first = visit.seats.length
  visit.seats.push(...people.slice(0, limits.people).map(seatFor))
  const inTurn = findMode(machine, visit) === 'sequence'
  for (let seat = first; seat < visit.seats.length; seat++)
    if (seat === first || !inTurn) machine.open(visit, seat)
}

/** Replaces the people of a visit. Any one of the new people decides alone. */
export function replace(machine: Machine, visit: Visit, people: readonly number[]): void {
  machine.closeAll(visit, 'moved')
  visit.finds = null
  visit.anyone = true
  for (const seat of visit.seats) seat.state = 'left'
  giveSeats(machine, visit, [...new Set(people)])
}

const waitingAt = (visit: Visit, seat: number): Seat | null => {
  const at = visit.seats[seat]
  return at?.state === 'waiting' ? at : null
}

export function decide(machine: Machine, visit: Visit, seat: number, say: 'agree' | 'refuse'): boolean {
  const at = waitingAt(visit, seat)
  if (!at) return false
  if (at.owner !== null) {
    // A delegate gives an opinion; then the owner decides.
    machine.close(visit, seat, say === 'agree' ? 'agreed' : 'refused')
    visit.seats[seat] = { person: at.owner, owner: null, state: 'later' }
    machine.open(visit, seat)
    return true
  }
  machine.close(visit, seat, say === 'agree' ? 'agreed' : 'refused')
  const verdict = judgeSeats(machine, visit)
  if (verdict === 'refused') machine.end('refused')
  else if (verdict === 'agreed') machine.finish(visit, 'unneeded')
  else openNext(machine, visit)
  return true
}

function judgeSeats(machine: Machine, visit: Visit): 'agreed' | 'refused' | null {
  const asked = visit.seats.filter((seat) => seat.state !== 'left')
  const [agreed, refused] = (['agreed', 'refused'] as const).map(
    (state) => asked.filter((seat) => seat.state === state).length,
  )
  const node = machine.nodeAt(visit.node)
  const share = findMode(machine, visit) === 'percent' && node.kind === 'task' ? node.percent : 100
  const need = findMode(machine, visit) === 'any' ? 1 : Math.max(1, Math.ceil((asked.length * share) / 100))
  if ((agreed ?? 0) >= need) return 'agreed'
  // In mode `any` the first decision counts. Otherwise it is refused as soon as agreement is impossible.
  const most = findMode(machine, visit) === 'any' ? 1 : asked.length
  return most - (refused ?? 0) < need ? 'refused' : null
}

function openNext(machine: Machine, visit: Visit): void {
  if (visit.seats.some((seat) => seat.state === 'waiting')) return
  const next = visit.seats.findIndex((seat) => seat.state === 'later')
  if (next !== -1) machine.open(visit, next)
}

/** Gives the task to another person, who decides instead. It does not come back. */
export function transfer(machine: Machine, visit: Visit, seat: number, to: number): boolean {
  const at = waitingAt(visit, seat)
  if (!at || !isNew(visit, to)) return false
  machine.close(visit, seat, 'moved')
  visit.seats[seat] = { person: to, owner: at.owner, state: 'later' }
  machine.open(visit, seat)
  return true
}

/** Asks another person for an opinion; then the task comes back to its owner. */
export function delegate(machine: Machine, visit: Visit, seat: number, to: number): boolean {
  const at = waitingAt(visit, seat)
  if (!at || at.owner !== null || !isNew(visit, to)) return false
  machine.close(visit, seat, 'moved')
  visit.seats[seat] = { person: to, owner: at.person, state: 'later' }
  machine.open(visit, seat)
  return true
}
/** Whether a person has no seat yet: two seats of one person would be two tasks that look the same. */
const isNew = (visit: Visit, person: number): boolean =>
  !visit.seats.some(
    (seat) =>
      (seat.state === 'waiting' || seat.state === 'later') && [seat.person, seat.owner].includes(person),
  )

/** In mode `any` one of several people takes the task; the other seats close. */
export function claim(machine: Machine, visit: Visit, seat: number): boolean {
  if (!waitingAt(visit, seat) || findMode(machine, visit) !== 'any') return false
  const others = [...visit.seats.keys()].filter((other) => other !== seat && waitingAt(visit, other))
  if (others.length === 0) return false
  for (const other of others) machine.close(visit, other, 'unneeded')
  return true
}

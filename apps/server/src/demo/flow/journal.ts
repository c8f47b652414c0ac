import type { AskedRole, Business, Outcome, StepOf } from '@portal/contract/approval/approval'
import { findLocal } from '../../kernel/time.ts'
import { defaults } from '../../modules/approval/policy.rules.ts'
import type { Copier } from '../bulk.ts'
import type { Random } from '../random.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** People act between these minutes of the campus day. */
const OPENS = 480
const CLOSES = 1320
const DAY = 1440

/** The acting person; null: the system. */
export type Actor = { id: number; name: string } | null

export interface Step {
  on: string
  from: string | null
  to: string
  by: Actor
  at: Date
  reason: string | null
}

export interface Task<B extends Business> {
  business: B
  rowId: number
  step: StepOf<B>
  role: AskedRole
  /** Set if the role is `person`. */
  userId?: number
  labId: number
  deviceId: number | null
  /** The department of the laboratory and the type of the person whose matter it is, for the policy. */
  deptId: number
  userType: string
  requesterId: number | null
  title: string
  amountFen: number
  /** Its yes names a time or a card. */
  single?: boolean
  since: Date
  /** The outcome; undefined: the task is waiting. */
  done?: { outcome: Outcome; by: Actor; at: Date; reason: string | null }
}

export interface Movement {
  cardId: number
  kind: 'freeze' | 'release' | 'deduct' | 'reverse'
  amountFen: number
  business: 'booking' | 'settlement'
  rowId: number
  userId: number
  note: string
  at: Date
}
/** The signs with which a movement changes balance and frozen sum. */
const signs: Record<Movement['kind'], readonly [balance: number, frozen: number]> = {
  freeze: [0, 1],
  release: [0, -1],
  deduct: [-1, -1],
  reverse: [1, 0],
}

export interface Journal {
  now: Date
  zone: string
  /** All people act within hours, so that a story surely reaches its end. */
  prompt: boolean
  step(business: Business | 'booking_sample', rowId: number, step: Step): void
  task<B extends Business>(task: Task<B>): void
  move(movement: Movement): void
  /** Days since 1970-01-01 on the campus clock. */
  dayOf(at: Date): number
  /** A time after `at`, `hours` later on average (exponential), during the day. */
  after(at: Date, hours: number, random: Random): Date
}
/** Days since 1970-01-01 of a day as text. */
export const dayNumber = (day: string): number => Date.parse(day) / (DAY * MINUTE)

/**
 * Writes what all flows have in common: steps, tasks and money movements; and decides how long people take.
 */
export function createJournal(copier: Copier, { now, zone }: { now: Date; zone: string }): Journal {
  const steps = copier.table('flow_log', [
    'business',
    'row_id',
    'event',
    'from_state',
    'to_state',
    'actor_id',
    'actor_name',
    'reason',
    'at',
  ])
  const tasks = copier.table('approval_task', [
    'business',
    'row_id',
    'step',
    'asked_role',
    'asked_user_id',
    'role',
    'user_id',
    'lab_id',
    'device_id',
    'requester_id',
    'title',
    'amount_fen',
    'single',
    'state',
    'due_at',
    'acted_by',
    'acted_at',
    'reason',
    'created_at',
    'case_device_id',
    'case_lab_id',
    'case_dept_id',
    'case_user_type',
  ])
  const movements = copier.scratch('demo_movement', [
    'card_id',
    'kind',
    'balance_delta_fen',
    'frozen_delta_fen',
    'business',
    'row_id',
    'user_id',
    'note',
    'at',
  ])

  // The zone offset is read once per day; in the hours before a clock change it is wrong, which does not
  // matter here.
  const offsets = new Map<number, number>()
  /** Minutes since 1970-01-01 on the campus clock. */
  function localMinutes(at: Date): number {
    const minutes = Math.floor(at.getTime() / MINUTE)
    const midnight = Math.floor(minutes / DAY) * DAY
    let offset = offsets.get(midnight)
    if (offset === undefined) {
      const { day, minute } = findLocal(new Date(midnight * MINUTE), zone)
      offsets.set(midnight, (offset = Date.parse(day) / MINUTE + minute - midnight))
    }
    return minutes + offset
  }

  /**
   * The due time; for waiting tasks never in the past, so that the first start of the server does not send a
   * hundred reminders.
   */
  function dueAt<B extends Business>({ business, step, since, done }: Task<B>): Date | null {
    const { timeoutHours } = defaults[business][step]
    if (timeoutHours === null) return null
    const due = since.getTime() + timeoutHours * HOUR
    const rounds = done ? 0 : Math.max(0, Math.ceil((now.getTime() - due) / (timeoutHours * HOUR)))
    return new Date(due + rounds * timeoutHours * HOUR)
  }

  /** People act between 8:00 and 22:00; actions that fall into the night happen the next morning. */
  function byDay(at: Date, random: Random): Date {
    const minute = localMinutes(at) % DAY
    if (minute >= OPENS && minute < CLOSES) return at
    return new Date(at.getTime() + (((OPENS - minute + DAY) % DAY) + random.int(0, 120)) * MINUTE)
  }

  return {
    now,
    zone,
    prompt: false,
    step(business, rowId, s) {
      steps.add({
        business,
        row_id: rowId,
        event: s.on,
        from_state: s.from,
        to_state: s.to,
        actor_id: s.by?.id,
        actor_name: s.by?.name ?? '系统',
        reason: s.reason,
        at: s.at,
      })
    },
    task(t) {
      tasks.add({
        business: t.business,
        row_id: t.rowId,
        step: t.step,
        asked_role: t.role,
        asked_user_id: t.userId,
        role: t.role,
        user_id: t.userId,
        lab_id: t.labId,
        device_id: t.deviceId,
        requester_id: t.requesterId,
        title: t.title,
        amount_fen: t.amountFen,
        single: t.single ?? false,
        state: t.done?.outcome ?? 'waiting',
        due_at: dueAt(t),
        acted_by: t.done?.by?.id,
        acted_at: t.done?.at,
        reason: t.done?.reason,
        created_at: t.since,
        case_device_id: t.deviceId,
        case_lab_id: t.labId,
        case_dept_id: t.deptId,
        case_user_type: t.userType,
      })
    },
    move(m) {
      const [balance, frozen] = signs[m.kind]
      movements.add({
        card_id: m.cardId,
        kind: m.kind,
        balance_delta_fen: balance * m.amountFen,
        frozen_delta_fen: frozen * m.amountFen,
        business: m.business,
        row_id: m.rowId,
        user_id: m.userId,
        note: m.note,
        at: m.at,
      })
    },
    dayOf: (at) => Math.floor(localMinutes(at) / DAY),
    after(at, hours, random) {
      const wait = Math.min(-Math.log(1 - random.next()) * hours, hours * 4) * HOUR
      return byDay(new Date(at.getTime() + 5 * MINUTE + wait), random)
    },
  }
}

/** The journal with people who act without delay. */
export const promptly = (journal: Journal): Journal => ({
  ...journal,
  prompt: true,
  after: (at, hours, random) => new Date(at.getTime() + 5 * MINUTE + (hours * HOUR * random.next()) / 10),
})

import {
  bookingEvents,
  bookingRoles,
  bookingStates,
  sampleEvents,
  sampleStates,
  type BookingEvent,
  type BookingRole,
  type BookingState,
} from '@portal/contract/booking/booking'
import { describe, expect, test } from 'vitest'
import { walkFlow } from '../../testing/flow.ts'
import { rolesAwaited } from '../../kernel/flow.ts'
import { bookingFlow, type Booking } from './booking.flow.ts'
import { isOrphaned, findRoles, type Parties, type Standing } from './roles.rules.ts'
import { sampleFlow } from './use/sample.flow.ts'

// The flow table once more, written independently: state → event → roles. Everything not listed here must be
// refused.
const lab = ['reviewer'] as const
const users = ['booker', 'experimenter', ...lab] as const
const heads = ['director', 'admin'] as const
/** The payer or the experimenter has left. */
const lost = { lose_payment: ['system'], take_over: ['system'] } as const
const allowed: Partial<Record<BookingState, Partial<Record<BookingEvent, readonly BookingRole[]>>>> = {
  awaiting_payer: {
    name_payer: ['namer'],
    approve: ['payer'],
    refuse: ['payer', 'system'],
    change: ['booker'],
    cancel: ['booker'],
    revoke: [...heads, 'system'],
    expire: ['system'],
    ...lost,
  },
  awaiting_reviewer: {
    approve: ['reviewer', 'system'],
    refuse: ['reviewer', 'system'],
    change: ['booker'],
    cancel: ['booker'],
    revoke: [...heads, 'system'],
    expire: ['system'],
    ...lost,
  },
  awaiting_director: {
    approve: ['director', 'system'],
    refuse: ['director', 'system'],
    change: ['booker'],
    cancel: ['booker'],
    revoke: [...heads, 'system'],
    expire: ['system'],
    ...lost,
  },
  awaiting_use: {
    start: users,
    extend: [...users, 'payer'],
    cancel: ['booker'],
    revoke: [...heads, 'system'],
    miss: ['system'],
    reschedule: [...lab, ...heads],
    ...lost,
  },
  in_use: {
    finish: [...users, ...heads, 'system'],
    extend: [...users, 'payer'],
    hand_over: [...lab, ...heads],
    fault: [...users, ...heads, 'system'],
  },
  awaiting_test_order: { complete: ['system'] },
}
const ends: readonly BookingState[] = ['done', 'refused', 'cancelled', 'no_show', 'expired', 'revoked']

walkFlow('a booking', bookingFlow, {
  states: bookingStates,
  events: bookingEvents,
  roles: bookingRoles,
  ends,
})

describe('every event × state × role', () => {
  test.each(bookingStates)('%s', (state) => {
    for (const event of bookingEvents) {
      for (const role of bookingRoles) {
        const may = allowed[state]?.[event]?.includes(role) ?? false
        expect([state, event, role, bookingFlow.can(state, new Set([role])).includes(event)]).toEqual([
          state,
          event,
          role,
          may,
        ])
        const attempt = () => bookingFlow.admit(state, event, new Set([role]))
        if (may) expect(attempt).not.toThrow()
        else expect(attempt).toThrow(/不能/)
      }
    }
  })
  test('ends are ends, and nobody but the booker begins', () => {
    for (const state of ends) expect(bookingFlow.can(state, new Set(bookingRoles))).toEqual([])
    for (const role of bookingRoles) {
      const attempt = () => bookingFlow.admit(null, 'create', new Set([role]))
      if (role === 'booker') expect(attempt).not.toThrow()
      else expect(attempt).toThrow()
    }
  })
  test('approvals only go forward, and what somebody else has to bear says why', () => {
    const order = ['awaiting_payer', 'awaiting_reviewer', 'awaiting_director', 'awaiting_use']
    for (const step of bookingFlow.steps) {
      if (step.on === 'approve')
        expect(order.indexOf(step.to)).toBeGreaterThan(order.indexOf(step.from ?? ''))
      expect(step.reason ?? false).toBe(
        ['refuse', 'revoke', 'reschedule', 'hand_over', 'fault', 'lose_payment', 'take_over'].includes(
          step.on,
        ),
      )
    }
  })
})

describe('samples', () => {
  const next = {
    declared: { receive: 'received', test: 'tested' },
    received: { test: 'tested', return: 'returned', keep: 'kept' },
    tested: { return: 'returned', keep: 'kept' },
    returned: {},
    kept: {},
  }
  test('every event × state × role', () => {
    for (const state of sampleStates) {
      for (const event of sampleEvents) {
        for (const role of bookingRoles) {
          const to = (next[state] as Record<string, string>)[event]
          const may =
            to !== undefined &&
            (event === 'test' ? role === 'system' : ['reviewer', 'director', 'admin'].includes(role))
          expect([state, event, role, sampleFlow.can(state, new Set([role])).includes(event)]).toEqual([
            state,
            event,
            role,
            may,
          ])
          if (may) expect(sampleFlow.judge(state, event, new Set([role])).to).toBe(to)
        }
      }
    }
  })
})

describe('roles on a booking', () => {
  const standing: Standing = { reviewer: true, director: false, admin: false, viewer: false }
  const b = { bookerId: 1, experimenterId: 2, payerId: 3 }
  /** As the engine asks: `waiting` are the steps whose task the person has. */
  const rolesAt = (booking: Parties, personId: number, as: Standing, ...waiting: Booking['step'][]) => [
    ...rolesAwaited<Booking>(
      bookingFlow.asksAt(booking.state),
      findRoles(booking, personId, as),
      new Set(waiting),
      (ask) => (isOrphaned(booking) ? null : ask.as),
    ),
  ]
  test('at an approval the awaited role is whoever the task is for, and nobody else', () => {
    expect(rolesAt({ ...b, state: 'awaiting_reviewer' }, 1, standing)).toEqual(['booker'])
    expect(rolesAt({ ...b, state: 'awaiting_use' }, 1, standing)).toEqual(['booker', 'reviewer'])
    const director = { ...standing, reviewer: false, director: true }
    expect(rolesAt({ ...b, state: 'awaiting_reviewer' }, 9, director, 'reviewer')).toEqual([
      'director',
      'reviewer',
    ])
    expect(rolesAt({ ...b, state: 'awaiting_payer' }, 3, { ...standing, reviewer: false })).toEqual([])
  })
  test('in place of a payer who left the booker and the director say who pays, and nobody agrees', () => {
    const orphaned = { ...b, state: 'awaiting_payer', payerGone: true } as const
    expect(rolesAt(orphaned, 1, { ...standing, reviewer: false }, 'payer')).toEqual(['booker', 'namer'])
    expect(rolesAt(orphaned, 9, { ...standing, reviewer: false, director: true })).toEqual([
      'director',
      'namer',
    ])
    expect(rolesAt(orphaned, 3, { ...standing, reviewer: false }, 'payer')).toEqual([])
  })
})

import { bookingRefusals } from '@portal/contract/booking/booking'
import type { bookingCalls } from '@portal/contract/booking/calls'
import { useStates } from '@portal/contract/use-ledger/use-ledger'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../../kernel/ctx.ts'
import { refuse, violates } from '../../../kernel/refuse.ts'
import { addMinutes } from '../../../kernel/time.ts'
import { findBoundAsked, keepBound } from '../../form/form.service.ts'
import { bookings } from '../booking.process.ts'
import * as store from './survey.store.ts'

/** Surveys are asked for this many minutes (30 days) after a use. */
const ASKED_MINUTES = 30 * 1440

export async function survey(ctx: Ctx, { params, body }: Parsed<typeof bookingCalls.survey>) {
  const { row: b } = await bookings.load(ctx, params.id)
  ctx.allow(b.bookerId === ctx.me.id || b.experimenterId === ctx.me.id, bookingRefusals.SURVEY_NOT_USER)
  const no = (code: 'SURVEY_NOT_USED' | 'SURVEY_NOT_ASKED' | 'SURVEY_GIVEN') =>
    refuse(code, bookingRefusals[code], { status: 409 })
  if (!useStates.some((state) => state === b.state)) throw no('SURVEY_NOT_USED')
  const asked = await findBoundAsked(ctx, b.deviceId, 'survey')
  if (!asked) throw no('SURVEY_NOT_ASKED')
  const about = { bookingId: b.id, occasion: 'survey', asked, given: body.answers, again: false } as const
  await keepBound(ctx, about).catch((e: unknown) => {
    throw violates(e, 'form_answer_once') ? no('SURVEY_GIVEN') : e
  })
  return null
}

export async function listUnsurveyed(ctx: Ctx) {
  const rows = await store.listUnsurveyed(ctx.db, ctx.me.id, addMinutes(ctx.now, -ASKED_MINUTES))
  return {
    uses: rows.map(({ id, deviceId, deviceName, endedAt }) => ({
      id,
      device: { id: deviceId, name: deviceName },
      endedAt,
    })),
    total: rows[0]?.total ?? 0,
  }
}

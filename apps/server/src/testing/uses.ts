import { catchUpInParts, makeParts } from '../modules/use-ledger/writing.action.ts'
import type { World } from './world.ts'

/** A use that has ended and is confirmed. */
export interface PlantedUse {
  deviceId: number
  labId: number
  userId: number
  payerId: number
  begunAt: Date
  minutes: number
  samples?: number
  incomeFen?: number
  tier?: 'dept' | 'campus' | 'school' | 'company'
  nature?: 'teaching' | 'research' | 'social_service' | null
  fundingSource?: string | null
  disciplines?: string[]
  projectNumber?: string | null
  preparationMinutes?: number
  cleanupMinutes?: number
  trainedStudents?: number
}

let seats = 0
/** Inserts uses as bookings with confirmed test orders, and writes the ledger from them. */
export async function plantUses(world: World, uses: readonly PlantedUse[]): Promise<void> {
  for (const u of uses)
    await world.sql(
      `with b as (insert into booking (device_id, lab_id, seat, kind, state, period, booker_id,
        experimenter_id, payer_id, purpose, pay_mode, quote, estimate_fen, sample_count, started_at,
        finished_at, nature, funding_source, disciplines, project_number)
        values ($1, $2, $3, 'self_operated', 'done', tstzrange($4, $5), $6, $6, $7, '测试', 'post', $8, 0, $9,
          $4, $5, $10, $12, $13, $14) returning id)
      insert into test_order (booking_id, device_id, lab_id, booker_id, payer_id, state, actual, sample_count,
        bill, total_fen, confirmed_at, preparation_minutes, cleanup_minutes, trained_students)
        select id, $1, $2, $6, $7, 'confirmed', tstzrange($4, $5), $9,
          jsonb_build_object('lines',
            jsonb_build_array(jsonb_build_object('kind', 'time', 'quantity', 1, 'amountFen', $11::int8))),
            $11, now(), $15, $16, $17 from b`,
      [
        u.deviceId,
        u.labId,
        ++seats,
        u.begunAt,
        new Date(u.begunAt.getTime() + u.minutes * 60_000),
        u.userId,
        u.payerId,
        JSON.stringify({ tier: u.tier ?? 'campus' }),
        u.samples ?? 0,
        u.nature ?? null,
        u.incomeFen ?? 0,
        u.fundingSource ?? null,
        u.disciplines ?? [],
        u.projectNumber ?? null,
        u.preparationMinutes ?? 0,
        u.cleanupMinutes ?? 0,
        u.trainedStudents ?? 0,
      ],
    )
  await catchUpInParts(makeParts(world.app.deps, 'test', new Date()))
}

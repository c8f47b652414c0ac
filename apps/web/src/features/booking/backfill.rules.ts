import type { BackfillRow, Training, backfillCalls } from '@portal/contract/booking/backfill'
import type { Arguments } from '@portal/contract/kernel/call'
import type { UseNature } from '@portal/contract/use-ledger/use-ledger'

type Body = NonNullable<Arguments<typeof backfillCalls.fillIn>['body']>
/** Values of the form; a field that was never touched is missing. */
export interface BackfillValues {
  nature?: UseNature | null
  project?: string
  projectNumber?: string
  fundingSource?: string | null
  disciplines?: string[] | null
  serviceMode?: string | null
  training?: Partial<Record<keyof Omit<Training, 'mastery'>, number | null>> & {
    mastery?: Training['mastery']
  }
}

export const backfillValues = (r: BackfillRow): BackfillValues => ({
  nature: r.nature,
  project: r.project ?? '',
  projectNumber: r.projectNumber ?? '',
  fundingSource: r.fundingSource?.value ?? null,
  disciplines: r.disciplines.map((d) => d.value),
  serviceMode: r.serviceMode?.value ?? null,
  ...(r.training && !r.trainingFixed && { training: r.training }),
})

/**
 * For one use the whole form is sent, including empty fields. For several uses only filled-in fields are
 * sent, and they overwrite nothing.
 */
export function backfillBody(v: BackfillValues, rows: readonly BackfillRow[]): Body {
  const one = rows.length === 1
  const { students, teachers, others, mastery } = v.training ?? {}
  const teaches = [students, teachers, others].some((n) => n !== null && n !== undefined)
  const trained = (students ?? 0) + (teachers ?? 0) + (others ?? 0) > 0
  return {
    ids: rows.map((r) => r.id),
    overwrite: one,
    ...((one || v.nature) && { nature: v.nature ?? null }),
    ...((one || v.project) && { project: v.project ?? '' }),
    ...((one || v.projectNumber) && { projectNumber: v.projectNumber ?? '' }),
    ...((one || v.fundingSource) && { fundingSource: v.fundingSource ?? '' }),
    ...((one || v.disciplines?.length) && { disciplines: v.disciplines ?? [] }),
    ...((one || v.serviceMode) && { serviceMode: v.serviceMode ?? '' }),
    ...(teaches && {
      training: {
        students: students ?? 0,
        teachers: teachers ?? 0,
        others: others ?? 0,
        mastery: trained ? (mastery ?? null) : null,
      },
    }),
  }
}

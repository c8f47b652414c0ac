import type { Lack, Training } from '@portal/contract/booking/backfill'

interface Said {
  nature: string | null
  project: string | null
  fundingSource: string | null
  disciplines: readonly string[]
  serviceMode: string | null
  training: Training | null
}

/** Fields that reports require and the use lacks; training is required only of uses for teaching. */
export function listLacks(s: Said): Lack[] {
  const missing: Record<Lack, boolean> = {
    nature: s.nature === null,
    project: s.project === null,
    fundingSource: s.fundingSource === null,
    disciplines: s.disciplines.length === 0,
    serviceMode: s.serviceMode === null,
    training: s.nature === 'teaching' && s.training === null,
  }
  return (Object.keys(missing) as Lack[]).filter((l) => missing[l]) // its keys are all of them
}

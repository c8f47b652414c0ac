import type { Arguments } from '@portal/contract/kernel/call'
import type { Attachment } from '@portal/contract/kernel/rows'
import { intervals, type EntryRow, type useEntryCalls } from '@portal/contract/use-entry/use-entry'

type Body = NonNullable<Arguments<typeof useEntryCalls.create>['body']>
/** Form values: papers with their names, and whether the user has an account. */
export interface EntryValues extends Omit<Body, 'paperIds'> {
  paperIds?: readonly Attachment[]
  outside?: boolean
}

export const makeBody = ({ outside, paperIds, ...v }: EntryValues): Body => ({
  ...v,
  userId: outside ? null : (v.userId ?? null),
  outsideName: outside ? (v.outsideName ?? '') : '',
  outsideTier: outside ? (v.outsideTier ?? null) : null,
  paperIds: (paperIds ?? []).map((p) => p.id),
})

/** Initial values for correcting a revoked entry; its papers have to be uploaded again. */
export const fillValues = (e: EntryRow): Partial<EntryValues> => ({
  deviceId: e.device.id,
  kind: e.kind,
  outside: e.user === null,
  userId: e.user?.id ?? null,
  outsideName: e.outsideName ?? '',
  outsideTier: e.tier === 'school' || e.tier === 'company' ? e.tier : null,
  intervals: e.intervals,
  samples: e.samples,
  preparationMinutes: e.preparationMinutes,
  cleanupMinutes: e.cleanupMinutes,
  trainedStudents: e.trainedStudents,
  trainedTeachers: e.trainedTeachers,
  trainedOthers: e.trainedOthers,
  trainedMastery: e.trainedMastery,
  nature: e.nature,
  project: e.project ?? '',
  projectNumber: e.projectNumber ?? '',
  fundingSource: e.fundingSource?.value ?? '',
  disciplines: e.disciplines.map((d) => d.value),
  serviceMode: e.serviceMode?.value ?? '',
  reason: e.reason,
  overlapReason: e.overlapReason ?? '',
  replaces: e.id,
})

/** What another page knows of the use, passed in the address. */
export interface KnownUse {
  device: { id: number; name: string }
  user: { id: number; name: string } | null
  times: { startAt: string; endAt: string }
}
export function readKnown(search: URLSearchParams): KnownUse | undefined {
  const [device, user] = [Number(search.get('device')), Number(search.get('user'))]
  const times = { startAt: search.get('from') ?? '', endAt: search.get('to') ?? '' }
  if (!Number.isSafeInteger(device) || device < 1 || !intervals.safeParse([times]).success) return undefined
  return {
    device: { id: device, name: search.get('deviceName') ?? '' },
    user: user > 0 ? { id: user, name: search.get('userName') ?? '' } : null,
    times,
  }
}

/** The times that can be judged already. */
export function readWish(v: Partial<EntryValues> | undefined) {
  const times = intervals.safeParse(v?.intervals)
  return v?.deviceId && times.success ? { deviceId: Number(v.deviceId), intervals: times.data } : null
}

export const nameUser = (e: Pick<EntryRow, 'user' | 'outsideName'>): string =>
  e.user?.name ?? e.outsideName ?? ''

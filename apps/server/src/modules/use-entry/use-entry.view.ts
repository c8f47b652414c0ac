import { makeRef } from '@portal/contract/kernel/rows'
import { putInWords, type Words } from '../booking/booking.service.ts'
import type { showAttachment } from '../file/file.service.ts'
import type { EntryRecord } from './entry.store.ts'

/** An entry as shown to the keepers of its instrument. */
export function showEntry(
  e: EntryRecord,
  wordOf: Words,
  papers: readonly ReturnType<typeof showAttachment>[],
) {
  const { revokedById, revokedAt } = e
  return {
    id: e.id,
    kind: e.kind,
    device: { id: e.deviceId, name: e.deviceName, serialId: e.serialId },
    lab: { id: e.labId, name: e.labName },
    user: makeRef(e.userId, e.userName),
    outsideName: e.outsideName,
    tier: e.tier,
    intervals: e.intervals.map((i) => ({ startAt: new Date(i.startAt), endAt: new Date(i.endAt) })),
    minutes: e.minutes,
    samples: e.samples,
    preparationMinutes: e.preparationMinutes,
    cleanupMinutes: e.cleanupMinutes,
    trainedStudents: e.trainedStudents,
    trainedTeachers: e.trainedTeachers,
    trainedOthers: e.trainedOthers,
    trainedMastery: e.trainedMastery,
    nature: e.nature,
    project: e.project,
    projectNumber: e.projectNumber,
    ...putInWords(e, wordOf),
    reason: e.reason,
    overlapReason: e.overlapReason,
    enteredBy: { id: e.enteredById, name: e.enteredByName },
    enteredAt: e.enteredAt,
    revoked:
      revokedById === null || revokedAt === null
        ? null
        : {
            by: { id: revokedById, name: e.revokedByName ?? '' },
            at: revokedAt,
            reason: e.revokeReason ?? '',
          },
    replaces: e.replaces,
    replacedBy: e.replacedBy,
    papers: [...papers],
    can: e.kept && revokedAt === null ? ['revoke' as const] : [],
  }
}

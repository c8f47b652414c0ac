import { testOrderBody, type TestOrderDetail } from '@portal/contract/test-order/test-order'
import type { AskedValues } from '../form/shared/asked.rules.ts'
import type { Arguments } from '@portal/contract/kernel/call'
import type { testOrderCalls } from '@portal/contract/test-order/test-order'

export type TestOrderValues = Omit<NonNullable<Arguments<typeof testOrderCalls.save>['body']>, 'answers'> &
  AskedValues

/** Initial values: what was saved, else what was planned. */
export const fillValues = (t: TestOrderDetail): Partial<TestOrderValues> => ({
  // A value of the form, so that a draft holds the revision that it began with.
  revision: t.revision,
  ...((t.startAt ?? t.planStartAt) && { startAt: t.startAt ?? t.planStartAt ?? '' }),
  ...((t.endAt ?? t.planEndAt) && { endAt: t.endAt ?? t.planEndAt ?? '' }),
  sampleCount: t.sampleCount,
  preparationMinutes: t.preparationMinutes,
  cleanupMinutes: t.cleanupMinutes,
  trainedStudents: t.trainedStudents,
  trainedTeachers: t.trainedTeachers,
  trainedOthers: t.trainedOthers,
  trainedMastery: t.trainedMastery,
  outcomes: t.samples.map((s) => ({ sampleId: s.id, outcome: s.outcome })),
  materials: t.bill.materials,
  extras: t.bill.extras,
  discounts: t.bill.discounts,
  result: t.result ?? '',
  remark: t.remark ?? '',
})

const isReckonable = (values: unknown): values is TestOrderValues => testOrderBody.safeParse(values).success
/**
 * What a bill is computed from, or null if that is incomplete. Without the revision: each save raises it, and
 * the bill that was asked for anew would be refused once the order is handed in.
 */
export function fillBill(values: unknown) {
  if (!isReckonable(values)) return null
  const { revision: _, ...bill } = values
  return bill
}

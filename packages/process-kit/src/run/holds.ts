import { holds } from '@portal/form-kit/control/condition'
import type { Json } from '@portal/form-kit/form/form'
import type { Test } from '../model/graph.ts'

export type Values = { readonly [field: string]: Json | undefined }

/** Whether a condition holds, by the same rules as the conditions of a form's controls. */
export function testHolds(test: Test, values: Values): boolean {
  if ('all' in test) return test.all.every((part) => testHolds(part, values))
  if ('any' in test) return test.any.some((part) => testHolds(part, values))
  const value = Object.hasOwn(values, test.field) ? values[test.field] : undefined
  return holds({ condition: test.condition, value: test.value, rule: [] }, value)
}

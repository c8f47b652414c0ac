import type { FormField } from '@portal/process-kit/judge/fields'
import type { Service } from '@portal/process-kit/model/graph'
import type { Ctx } from '../../kernel/ctx.ts'
import * as qualification from '../qualification/qualification.service.ts'
import type { Instance } from './instance.store.ts'
import { findNumbers } from './workflow.rules.ts'

// What the service steps have in common.

export interface Doing {
  /** What keeps it from being published, in a sentence each. */
  judge(ctx: Ctx, settings: Service['settings'], fields: readonly FormField[]): Promise<string[]>
  /** Does it, and answers what was done; or why it could not be, which the office is told. */
  carryOut(ctx: Ctx, instance: Instance, node: Service): Promise<{ done: string | null } | { failed: string }>
}

/** The instrument that a setting names by its number, or the field of the form in which it was chosen. */
export async function findChosen(ctx: Ctx, instance: Instance, device: string) {
  const value = Object.hasOwn(instance.given, device) ? instance.given[device] : undefined
  const [id = null] = findNumbers(value as Parameters<typeof findNumbers>[0]) // it came out of JSON
  const serialId = value === undefined ? device : typeof value === 'string' ? value : ''
  return (
    (await qualification.findDevice(ctx, { id: null, serialId })) ??
    (id === null ? undefined : await qualification.findDevice(ctx, { id, serialId: '' }))
  )
}

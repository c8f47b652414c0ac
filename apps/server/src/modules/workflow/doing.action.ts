import type { DeviceEvent } from '@portal/contract/device/device'
import type { FormField } from '@portal/process-kit/judge/fields'
import type { Service } from '@portal/process-kit/model/graph'
import type { Ctx } from '../../kernel/ctx.ts'
import { findActor } from '../people/people.service.ts'
import { eventsOn, standingOn } from '../device/device.service.ts'
import * as qualification from '../qualification/qualification.service.ts'
import * as store from './instance.store.ts'
import type { Instance } from './instance.store.ts'
import { findNumbers } from './workflow.rules.ts'

// Shared parts of the service steps.

export interface Doing {
  /** Reasons against publishing the step, one sentence each. */
  judge(ctx: Ctx, settings: Service['settings'], fields: readonly FormField[]): Promise<string[]>
  /** Carries it out and returns what was done, or why it failed; the office is told of a failure. */
  carryOut(ctx: Ctx, instance: Instance, node: Service): Promise<{ done: string | null } | { failed: string }>
}

/** Whether the caller could do one of these by hand on this instrument, or (null) on any instrument. */
async function mayDo(ctx: Ctx, deviceId: number | null, events: readonly DeviceEvent[]): Promise<boolean> {
  if (ctx.holds('DEVICE_ALL', 'OPEN_SETTING_ALL')) return true
  const device = deviceId === null ? undefined : await standingOn(ctx, deviceId)
  return device !== undefined && eventsOn(ctx, device).some((event) => events.includes(event))
}

/**
 * The publisher, on whose authority a service step acts. `asked`: the publisher as if calling now, because
 * the right may have been lost since publishing; null if the account is closed.
 */
export async function findPublisher(ctx: Ctx, instance: Instance) {
  const publisher = await store.findPublisher(ctx.db, instance)
  const actor = await findActor(ctx, publisher.id)
  return { ...publisher, asked: actor && ctx.withActor(actor) }
}
export type Publisher = Awaited<ReturnType<typeof findPublisher>>

/** Whether the publisher may still do one of these on the instrument. */
export const mayStillDo = async (
  { asked }: Publisher,
  deviceId: number,
  events: readonly DeviceEvent[],
): Promise<boolean> => asked !== null && mayDo(asked, deviceId, events)

/** Why the publisher's authority no longer suffices. */
export const explainWord = ({ name, asked }: Publisher, deed: string): string =>
  `流程由“${name}”发布，${asked ? `其现已无权${deed}` : '其账号已停用'}`

/**
 * Reasons why the caller may not publish a step about an instrument.
 *
 * @param device Number of the instrument, or the form field in which it is chosen.
 * @param right Events of which the caller needs one on it, and the refusal if they have none.
 */
export async function judgeDevice(
  ctx: Ctx,
  device: string,
  fields: readonly FormField[],
  right: { events: readonly DeviceEvent[]; refusal: (name: string) => string },
): Promise<string[]> {
  if (device === '') return ['请填写仪器编号，或选择仪器的表单字段']
  if (fields.some((f) => f.field === device))
    return (await mayDo(ctx, null, right.events))
      ? []
      : ['由表单选择仪器时，须由全校仪器或开放设置的管理员发布']
  const found = await qualification.findDevice(ctx, { id: null, serialId: device })
  if (!found) return [`没有编号为“${device}”的仪器，表单中也没有这个字段`]
  return (await mayDo(ctx, found.id, right.events)) ? [] : [right.refusal(found.name)]
}

/** The instrument that a setting names by its number, or that was chosen in the form field it names. */
export async function findChosen(ctx: Ctx, instance: Instance, device: string) {
  const value = Object.hasOwn(instance.given, device) ? instance.given[device] : undefined
  const [id = null] = findNumbers(value as Parameters<typeof findNumbers>[0]) // stored as JSON
  const serialId = value === undefined ? device : typeof value === 'string' ? value : ''
  return (
    (await qualification.findDevice(ctx, { id: null, serialId })) ??
    (id === null ? undefined : await qualification.findDevice(ctx, { id, serialId: '' }))
  )
}

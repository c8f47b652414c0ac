import type { DeviceBase } from '@portal/contract/device/body'
import type { DeviceEvent, DeviceStatus } from '@portal/contract/device/device'
import type { DeviceOperation } from '@portal/contract/device/manage'
import { holdsAny } from '@portal/contract/kernel/permissions'
import type { LabRole } from '@portal/contract/lab/lab'
import { listGrams, type Searchable } from '../../kernel/search.rules.ts'
import { keepUntouched, type Seen } from '../../kernel/untouched.rules.ts'
import { editsOwn, mayEdit } from '../lab/lab.rules.ts'

/** A person's relation to a device. */
export interface Standing {
  shared: boolean
  contactId: number | null
  /** The person's roles on the device's lab. */
  roles: readonly LabRole[]
  reviews: boolean
  /** The person heads the dept of the device. */
  headed: boolean
}

/** Every signed-in person sees shared devices; other devices are seen only by people related to them. */
export const maySee = (d: Standing, me: { id: number; permissions: ReadonlySet<string> }): boolean =>
  d.shared ||
  d.roles.length > 0 ||
  d.reviews ||
  d.headed ||
  d.contactId === me.id ||
  holdsAny(me.permissions, ['DEVICE_ALL', 'OPEN_SETTING_ALL'])

export function listActions(
  d: Pick<Standing, 'roles' | 'reviews' | 'headed'>,
  held: ReadonlySet<string>,
): DeviceEvent[] {
  const edits = mayEdit('device', held, d.roles) || (d.headed && editsOwn('device', held))
  return [
    ...(edits ? (['edit', 'remove'] as const) : []),
    ...(mayEdit('opening', held, d.roles) ? (['open'] as const) : []),
    ...(d.reviews ? (['review'] as const) : []),
  ]
}

/**
 * The form's values, except that fields the person did not edit keep their stored value. Status and note
 * count as one field, because the note explains the status.
 */
export function keepOthers<T extends DeviceBase>(body: T, seen: Seen, stored: object): T {
  if (!seen) return body
  const { status, statusNote } = body
  const edited = status !== seen['status'] || statusNote !== seen['statusNote']
  return { ...keepUntouched(body, seen, stored), ...(edited && { status, statusNote }) }
}

/** The reason against an operation, if there is one. */
export function judgeOperation(
  d: { status: DeviceStatus },
  event: DeviceOperation,
  inRepair: boolean,
): 'DEVICE_SCRAPPED' | 'REPAIR_OPEN' | undefined {
  if (event === 'share' && d.status === 'scrapped') return 'DEVICE_SCRAPPED'
  return event === 'restore' && inRepair ? 'REPAIR_OPEN' : undefined
}
export const statusAfter: Partial<Record<DeviceOperation, DeviceStatus>> = {
  restore: 'normal',
  maintain: 'maintenance',
  break: 'broken',
  scrap: 'scrapped',
}

/**
 * The search text of a device. Its names, which other devices share, come first; after an empty line follows
 * what is unique to it (see names_of in migration 0002).
 */
export function searchableDevice(d: {
  name: string
  alias: string | null
  englishName: string | null
  model: string | null
  serialId: string
}): Searchable {
  const names = listGrams([d.name, ...(d.alias?.split('、') ?? []), d.englishName])
  const own = listGrams([d.model, d.serialId])
  return { text: `${names.text}\n\n${own.text}`, grams: [...new Set([...names.grams, ...own.grams])] }
}

/** The days of a device's life, in chronological order. */
export interface DeviceDays {
  madeOn: string | null
  boughtOn: string | null
  enabledOn: string | null
  warrantyUntil: string | null
}
type DayFault = { field: keyof DeviceDays; message: string }
const isAfter = (a: string | null, b: string | null): boolean => a !== null && b !== null && a > b

/** Requires made ≤ bought ≤ enabled ≤ today, and a warranty that ends after the purchase. */
export function judgeDays(
  { madeOn, boughtOn, enabledOn, warrantyUntil }: DeviceDays,
  today: string,
): DayFault[] {
  const faults: (DayFault | false)[] = [
    isAfter(madeOn, today) && { field: 'madeOn', message: '出厂日期不能晚于今天' },
    isAfter(boughtOn, today) && { field: 'boughtOn', message: '购置日期不能晚于今天' },
    isAfter(enabledOn, today) && { field: 'enabledOn', message: '启用日期不能晚于今天' },
    isAfter(madeOn, boughtOn) && { field: 'boughtOn', message: '购置日期不能早于出厂日期' },
    isAfter(boughtOn, enabledOn) && { field: 'enabledOn', message: '启用日期不能早于购置日期' },
    isAfter(madeOn, enabledOn) &&
      !isAfter(madeOn, boughtOn) && { field: 'enabledOn', message: '启用日期不能早于出厂日期' },
    isAfter(boughtOn, warrantyUntil) && { field: 'warrantyUntil', message: '保修截止日期不能早于购置日期' },
  ]
  return faults.filter((f) => f !== false)
}

/**
 * Corrects the days of a device bought in the portal to their order, because an invoice may be dated before
 * the device was made or long after it was accepted.
 */
export function orderedDays({ madeOn, boughtOn, enabledOn, warrantyUntil }: DeviceDays): DeviceDays {
  const earlier = isAfter(boughtOn, enabledOn) ? enabledOn : boughtOn
  const bought = isAfter(madeOn, earlier) ? madeOn : earlier
  const first = bought ?? madeOn
  return {
    madeOn,
    boughtOn: bought,
    enabledOn: isAfter(first, enabledOn) ? first : enabledOn,
    warrantyUntil: isAfter(bought, warrantyUntil) ? null : warrantyUntil,
  }
}

/** The standing of any person on a device that was deleted in the meantime. */
export const NOBODY = { roles: [], reviews: false, headed: false }

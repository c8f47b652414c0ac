import type { DeviceQuery, DeviceStatus } from '@portal/contract/device/device'
import type { Sought } from '../../kernel/search.rules.ts'

/**
 * Every device found has at least one token of each group (tokens of table device_token; migration 0002 lists
 * them).
 */
export type TokenGroups = readonly (readonly string[])[]

export interface Filters extends Partial<
  Pick<DeviceQuery, 'status' | 'shared' | 'opened' | 'kind' | 'tier' | 'tag' | 'labId' | 'freeOn'>
> {
  sought: Sought | undefined
  labIds: readonly number[] | undefined
  /** Ids of a dept or category with all its descendants. */
  deptIds: readonly number[] | undefined
  categoryIds: readonly number[] | undefined
}

/** Scrapped devices are shown only if the filter asks for them. */
const inUse: readonly DeviceStatus[] = ['normal', 'maintenance', 'broken']

export function listGroups(f: Filters): TokenGroups {
  const wantsOpened = f.opened || f.freeOn !== undefined
  return [
    (f.status ?? inUse).map((status) => `status ${status}`),
    ...(f.sought?.grams ?? []).map((gram) => [gram]),
    ...(f.deptIds ? [f.deptIds.map((id) => `dept ${id}`)] : []),
    ...(f.categoryIds ? [f.categoryIds.map((id) => `category ${id}`)] : []),
    ...(f.labId ? [[`lab ${f.labId}`]] : []),
    ...(f.labIds ? [f.labIds.map((id) => `lab ${id}`)] : []),
    ...(f.shared ? [['shared']] : []),
    ...(wantsOpened ? [['opened']] : []),
    ...(f.kind ? [[`kind ${f.kind}`]] : []),
    ...(f.tier ? [[`tier ${f.tier}`]] : []),
    ...(f.tag ? [[`tag ${f.tag}`]] : []),
  ]
}

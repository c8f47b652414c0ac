import type { buildingCalls } from '@portal/contract/building/building'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RoomFilters } from './room.store.ts'

/** Buildings belong to the campus, so the permission for all laboratories covers them. */
export const managesPlaces = (ctx: Ctx): boolean => ctx.holds('LABORATORY_ALL')

/** The filters of the list of rooms and of its export. */
export const readFilters = ({
  buildingId,
  labId,
  keyword,
  campus,
  floor,
  use,
}: Parsed<typeof buildingCalls.exportRooms>['query']): RoomFilters => ({
  buildingId: buildingId ?? null,
  labId: labId ?? null,
  keyword: keyword ?? null,
  campus: campus || null,
  floor: floor ?? null,
  use: use || null,
})

import type { buildingCalls } from '@portal/contract/building/building'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { walkChunks } from '../../kernel/list.store.ts'
import type { RawReply } from '../../kernel/send-reply.ts'
import { makeSheet, type SheetColumn } from '../../kernel/sheet.ts'
import { findToday } from '../../kernel/time.ts'
import { receiveFile, makeTemplate } from '../bulk/bulk.service.ts'
import * as building from './building.store.ts'
import { managesPlaces, readFilters } from './place.action.ts'
import * as room from './room.store.ts'

/** Addresses of the template and the upload; both use the shared import. */
export const showTemplate = (ctx: Ctx) => makeTemplate(ctx, 'building')
export const upload = (ctx: Ctx) => receiveFile(ctx, 'building')

const fileName = (ctx: Ctx, what: string) => `${what}-${findToday(ctx)}.xlsx`

export function exportBuildings(ctx: Ctx, { query }: Parsed<typeof buildingCalls.export>): RawReply {
  const filters = { keyword: query.keyword ?? null, campus: query.campus || null }
  return makeSheet(
    '楼宇',
    buildingColumns,
    walkChunks<building.ExportedBuilding>((last, size) =>
      building.listAfter(ctx.db, filters, last?.id ?? 0, size),
    ),
    fileName(ctx, '楼宇'),
  )
}
export function exportRooms(ctx: Ctx, { query }: Parsed<typeof buildingCalls.exportRooms>): RawReply {
  const filters = readFilters(query)
  return makeSheet(
    '房间',
    listRoomColumns(managesPlaces(ctx)),
    walkChunks<room.ExportedRoom>((last, size) => room.listAfter(ctx.db, filters, last?.id ?? 0, size)),
    fileName(ctx, '房间'),
  )
}

const buildingColumns: readonly SheetColumn<building.ExportedBuilding>[] = [
  { header: '楼宇编号', width: 12, value: (b) => b.serialId },
  { header: '楼宇名称', width: 26, value: (b) => b.name },
  { header: '校区', width: 14, value: (b) => b.campus },
  { header: '地址', width: 36, value: (b) => b.address },
  { header: '楼层数', width: 10, value: (b) => b.floors },
  { header: '建筑面积（平方米）', width: 18, value: (b) => b.areaM2 },
  { header: '备注', width: 40, value: (b) => b.remark },
]
/** For importers, who bring the file in again. The list tells names only, so others get no usernames here. */
const keeperUsername: SheetColumn<room.ExportedRoom> = {
  header: '房间负责人用户名',
  width: 18,
  value: (r) => r.keeperUsername,
}
const listRoomColumns = (imports: boolean): readonly SheetColumn<room.ExportedRoom>[] => [
  { header: '楼宇编号', width: 12, value: (r) => r.buildingSerialId },
  { header: '所在楼宇', width: 26, value: (r) => r.building },
  { header: '校区', width: 14, value: (r) => r.campus },
  { header: '房间号', width: 12, value: (r) => r.name },
  { header: '楼层', width: 8, value: (r) => r.floor },
  { header: '面积（平方米）', width: 14, value: (r) => r.areaM2 },
  { header: '用途', width: 20, value: (r) => r.use },
  ...(imports ? [keeperUsername] : []),
  { header: '房间负责人姓名', width: 12, value: (r) => r.keeper },
  { header: '所属部门编码', width: 14, value: (r) => r.deptCode },
  { header: '部门名称', width: 26, value: (r) => r.dept },
]

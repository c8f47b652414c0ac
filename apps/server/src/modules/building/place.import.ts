import { buildingRefusals, buildingBody, roomBody } from '@portal/contract/building/building'
import { line, optionalLine } from '@portal/contract/kernel/fields'
import { defineImport, findPeople, type Judged } from '../bulk/bulk.service.ts'
import { numberCell } from '../bulk/cell.rules.ts'
import type { BuildingValues } from './building.store.ts'
import { managesPlaces } from './place.action.ts'
import * as store from './place.import.store.ts'

const { serialId, name, campus, address, floors, areaM2, remark } = buildingBody.shape
const buildingColumns = {
  serialId: {
    header: '楼宇编号',
    schema: serialId,
    sample: 'B001',
    required: true,
    also: ['编号'],
    note: '字母、数字、下划线和连字符；已有的编号表示修改该楼宇',
  },
  name: {
    header: '楼宇名称',
    schema: name,
    sample: '材料楼',
    required: true,
    also: ['名称', '楼宇'],
    width: 24,
  },
  campus: { header: '校区', schema: campus, sample: '主校区' },
  address: { header: '地址', schema: address, sample: '学府路 2 号', width: 30 },
  floors: { header: '楼层数', schema: numberCell('楼层数', floors), sample: '6', also: ['层数'], width: 10 },
  areaM2: {
    header: '建筑面积（平方米）',
    schema: numberCell('建筑面积', areaM2),
    sample: '12000.5',
    width: 18,
  },
  remark: { header: '备注', schema: remark, sample: '', width: 30 },
} as const

/** The columns that would change, with their stored values. Empty cells change nothing. */
function listChanges<V extends object>(before: V, now: V, columns: readonly (keyof V & string)[]) {
  return columns
    .filter((c) => before[c] !== now[c])
    .map((column) => ({ column, message: before[column] === null ? '（空）' : String(before[column]) }))
}
const judgedBy = <V extends object>(
  before: V | undefined,
  now: V,
  columns: readonly (keyof V & string)[],
) => {
  const was = before ? listChanges(before, now, columns) : []
  return { verdict: !before ? ('new' as const) : was.length ? ('changed' as const) : ('same' as const), was }
}

export const buildingImport = defineImport<typeof buildingColumns, BuildingValues>({
  kind: 'building',
  columns: buildingColumns,
  notes: [
    '已有楼宇：空着的单元格表示不修改。',
    '楼宇在校园地图上的位置不受导入影响；更换校区的楼宇需要重新标注。',
  ],
  may: managesPlaces,
  uniqueOf: (row) => ({ serialId: row.serialId }),
  async judge(ctx, rows) {
    const known = new Map(
      (
        await store.findBuildings(
          ctx.db,
          rows.map((r) => r.serialId),
        )
      ).map((b) => [b.serialId, b]),
    )
    return rows.map((row): Judged<typeof buildingColumns, BuildingValues> => {
      const before = known.get(row.serialId)
      const now: BuildingValues = {
        serialId: row.serialId,
        name: row.name,
        campus: row.campus ?? before?.campus ?? null,
        address: row.address ?? before?.address ?? null,
        floors: row.floors ?? before?.floors ?? null,
        areaM2: row.areaM2 ?? before?.areaM2 ?? null,
        remark: row.remark ?? before?.remark ?? null,
      }
      if (
        before &&
        now.floors !== before.floors &&
        now.floors !== null &&
        (before.topFloor ?? 0) > now.floors
      ) {
        return { verdict: 'bad', errors: [{ column: 'floors', message: buildingRefusals.BUILDING_FLOORS }] }
      }
      return {
        ...judgedBy<BuildingValues>(before, now, ['name', 'campus', 'address', 'floors', 'areaM2', 'remark']),
        plan: now,
      }
    })
  },
  write: async (ctx, rows) =>
    void (await store.keepBuildings(
      ctx,
      rows.map((r) => r.plan),
    )),
})

const room = roomBody.shape
const roomColumns = {
  building: {
    header: '楼宇编号',
    schema: line('楼宇编号', 60),
    sample: 'B001',
    required: true,
    also: ['楼宇', '楼宇名称'],
    note: '已登记楼宇的编号或名称',
    width: 20,
  },
  name: {
    header: '房间号',
    schema: room.name,
    sample: '301',
    required: true,
    also: ['房间', '房间名称'],
    note: '同一楼宇内不能重复；已有的房间号表示修改该房间',
  },
  floor: {
    header: '楼层',
    schema: numberCell('楼层', room.floor),
    sample: '3',
    note: '地下用负数',
    width: 8,
  },
  areaM2: { header: '面积（平方米）', schema: numberCell('面积', room.areaM2), sample: '45.5', width: 14 },
  use: { header: '用途', schema: room.use, sample: '仪器室', width: 20 },
  keeper: {
    header: '房间负责人用户名',
    schema: optionalLine('房间负责人用户名', 64).transform((s) => s?.toLowerCase() ?? null),
    sample: '',
    also: ['房间负责人', '负责人', '负责人用户名', '负责人工号'],
    note: '学工号或登录名；填“无”表示没有负责人',
    width: 18,
  },
  dept: {
    header: '所属部门编码',
    schema: optionalLine('所属部门', 60),
    sample: '',
    also: ['所属部门', '部门', '所属单位', '单位'],
    note: '单位的编码或名称；填“无”表示没有',
    width: 24,
  },
} as const

/** The cell text for no keeper or no dept. */
const NONE = '无'

export const roomImport = defineImport<typeof roomColumns, store.ImportedRoom>({
  kind: 'room',
  columns: roomColumns,
  notes: ['请先登记或导入楼宇，再导入房间。', '已有房间：空着的单元格表示不修改。'],
  may: managesPlaces,
  uniqueOf: (row) => ({ name: `${row.building} ${row.name}` }),
  async judge(ctx, rows) {
    const buildings = await store.findBuildingsNamed(ctx.db, [...new Set(rows.map((r) => r.building))])
    const namesakes = Map.groupBy(buildings, (b) => b.name)
    // A building's number wins over a name that reads the same.
    const byWord = new Map([
      ...buildings.map((b) => [b.name, b] as const),
      ...buildings.map((b) => [b.serialId, b] as const),
    ])
    const wanted = rows.flatMap((row) => {
      const building = byWord.get(row.building)
      return building ? [{ buildingId: building.id, name: row.name }] : []
    })
    const known = new Map(
      (await store.findRooms(ctx.db, wanted)).map((r) => [`${r.buildingId} ${r.name}`, r]),
    )
    const keepers = new Map(
      (
        await findPeople(
          ctx,
          rows.flatMap((r) => r.keeper ?? []),
        )
      ).map((p) => [p.code, p.id]),
    )
    const depts = await store.findDepts(
      ctx.db,
      rows.flatMap((r) => r.dept ?? []),
    )
    const deptOf = new Map([
      ...depts.map((d) => [d.name, d.id] as const),
      ...depts.map((d) => [d.code, d.id] as const),
    ])
    const met = new Set<string>()
    return rows.map((row): Judged<typeof roomColumns, store.ImportedRoom> => {
      const building = byWord.get(row.building)
      const bad = (message: string): Judged<typeof roomColumns, store.ImportedRoom> => ({
        verdict: 'bad',
        errors: [{ column: 'building', message }],
      })
      if (!building) return bad(`没有编号或名称为“${row.building}”的楼宇`)
      if (building.serialId !== row.building && (namesakes.get(row.building)?.length ?? 0) > 1)
        return bad(`有多栋楼宇名为“${row.building}”，请填写楼宇编号`)
      const key = `${building.id} ${row.name}`
      if (met.has(key)) return bad('该房间在文件中出现多次')
      met.add(key)
      const before = known.get(key)
      // Undefined: the cell names an unknown person or dept.
      const found = (word: string | null, all: ReadonlyMap<string, number>, was: number | null | undefined) =>
        word === NONE ? null : word === null ? (was ?? null) : all.get(word)
      // A keeper whose account was closed stays until another one is named.
      const stays = row.keeper !== null && row.keeper === before?.keeperUsername
      const keeperId = found(stays ? null : row.keeper, keepers, before?.keeperId)
      const deptId = found(row.dept, deptOf, before?.deptId)
      if (keeperId === undefined)
        return {
          verdict: 'bad',
          errors: [{ column: 'keeper', message: `没有用户名为“${row.keeper}”的在用人员` }],
        }
      if (deptId === undefined)
        return {
          verdict: 'bad',
          errors: [{ column: 'dept', message: `没有编码或名称为“${row.dept}”的单位` }],
        }
      if (listNamesakes(depts, row.dept))
        return {
          verdict: 'bad',
          errors: [{ column: 'dept', message: `有多个单位名为“${row.dept}”，请填写编码` }],
        }
      const now: store.ImportedRoom = {
        keeperId,
        deptId,
        buildingId: building.id,
        name: row.name,
        floor: row.floor ?? before?.floor ?? null,
        areaM2: row.areaM2 ?? before?.areaM2 ?? null,
        use: row.use ?? before?.use ?? null,
      }
      if (now.floor !== null && building.floors !== null && now.floor > building.floors) {
        return {
          verdict: 'bad',
          errors: [
            {
              column: 'floor',
              message: `“${building.name}”共 ${building.floors} 层，没有第 ${now.floor} 层`,
            },
          ],
        }
      }
      const judged = judgedBy(before && pick(before), pick(now), ['floor', 'areaM2', 'use'])
      if (!before) return { ...judged, plan: now }
      const was: { column: keyof typeof roomColumns; message: string }[] = [...judged.was]
      if (before.keeperId !== keeperId) was.push({ column: 'keeper', message: before.keeper ?? '（空）' })
      if (before.deptId !== deptId) was.push({ column: 'dept', message: before.dept ?? '（空）' })
      return { verdict: was.length ? 'changed' : 'same', was, plan: now }
    })
  },
  write: async (ctx, rows) =>
    void (await store.keepRooms(
      ctx,
      rows.map((r) => r.plan),
    )),
})
const listNamesakes = (depts: readonly { code: string; name: string }[], word: string | null): boolean =>
  word !== null && !depts.some((d) => d.code === word) && depts.filter((d) => d.name === word).length > 1
const pick = ({ floor, areaM2: area, use }: store.ImportedRoom) => ({ floor, areaM2: area, use })

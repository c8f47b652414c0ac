import { iotCalls, iotOffice, iotRefusals } from '@portal/contract/iot/iot'
import { optionalLine } from '@portal/contract/kernel/fields'
import { defineImport, findRooms, type Judged } from '../bulk/bulk.service.ts'
import { lookupIn, wordsIn } from '../bulk/lookup.rules.ts'
import * as store from './inventory.import.store.ts'

const { name, remark } = iotCalls.createGateway.body.shape
const columns = {
  name: {
    header: '网关',
    schema: name,
    sample: '材料楼三层网关',
    required: true,
    also: ['网关名称', '名称'],
    note: '已登记的名称表示修改该网关',
    width: 24,
  },
  room: {
    header: '位置',
    schema: optionalLine('位置', 120),
    sample: 'B001 301',
    also: ['安装位置', '房间'],
    note: '楼宇编号或名称、空格、房间号',
    width: 24,
  },
  remark: { header: '备注', schema: remark, sample: '', width: 30 },
} as const
type Columns = typeof columns

export const gatewayImport = defineImport<Columns, store.ImportedGateway>({
  kind: 'iot-gateway',
  columns,
  notes: [
    '已有网关：空着的单元格表示不修改。',
    '新增的网关没有注册码，导入后请在网关页面签发。',
    '导出的文件修改后可以直接导入。',
  ],
  may: (ctx) => ctx.holds(...iotOffice),
  uniqueOf: (row) => ({ name: row.name }),
  async judge(ctx, rows) {
    const known = Map.groupBy(
      await store.findGateways(
        ctx.db,
        rows.map((r) => r.name),
      ),
      (g) => g.name,
    )
    const rooms = lookupIn(
      '房间',
      await findRooms(
        ctx,
        wordsIn(rows, (r) => r.room),
      ),
    )
    return rows.map((row): Judged<Columns, store.ImportedGateway> => {
      const all = known.get(row.name) ?? []
      const live = all.filter((g) => !g.retired)
      const bad = (column: keyof Columns, message: string) =>
        ({ verdict: 'bad', errors: [{ column, message }] }) as const
      if (live.length > 1) return bad('name', `有多个网关名为“${row.name}”，请先在列表中改名`)
      const before = live[0]
      if (!before && all.length > 0) return bad('name', iotRefusals.GATEWAY_RETIRED)
      const room = row.room === null ? null : rooms(row.room, before?.roomId)
      if (room && 'wrong' in room) return bad('room', room.wrong)
      const plan: store.ImportedGateway = {
        id: before?.id ?? null,
        name: row.name,
        roomId: room?.id ?? before?.roomId ?? null,
        remark: row.remark ?? before?.remark ?? null,
      }
      if (!before) return { verdict: 'new', plan }
      const was = [
        ...(before.roomId === plan.roomId
          ? []
          : [{ column: 'room' as const, message: before.roomName ?? '（空）' }]),
        ...(before.remark === plan.remark
          ? []
          : [{ column: 'remark' as const, message: before.remark ?? '（空）' }]),
      ]
      return { verdict: was.length ? 'changed' : 'same', was, plan }
    })
  },
  write: (ctx, rows) =>
    store.keepGateways(
      ctx,
      rows.map((r) => r.plan),
    ),
})

import { iotOffice, iotRefusals, unitBody, unitKinds, unitKindWords } from '@portal/contract/iot/iot'
import { line, optionalLine } from '@portal/contract/kernel/fields'
import { z } from 'zod'
import { defineImport, findLabs, findRooms, type ImportValues, type Judged } from '../bulk/bulk.service.ts'
import { defineWord, numberCell } from '../bulk/cell.rules.ts'
import { lookupIn, wordsIn, type Lookup } from '../bulk/lookup.rules.ts'
import * as store from './inventory.import.store.ts'
import { noteGateways } from './list.action.ts'

const { name, model, leadMinutes, graceMinutes, remark } = unitBody.shape
const minutes = (label: string, field: typeof leadMinutes) =>
  numberCell(
    label,
    field
      .unwrap()
      .nullish()
      .transform((v) => v ?? null),
  )
const port = z
  .string()
  .regex(/^\d{1,3}$/, '端口号为 1–255')
  .transform(Number)
  .refine((n) => n >= 1 && n <= 255, '端口号为 1–255')
const columns = {
  gateway: {
    header: '网关',
    schema: line('网关', 60),
    sample: '材料楼三层网关',
    required: true,
    also: ['网关名称'],
    note: '已登记网关的名称',
    width: 24,
  },
  number: {
    header: '端口号',
    schema: port,
    sample: '1',
    required: true,
    also: ['端口'],
    note: '1–255；该网关已有的端口号表示修改该子设备',
    width: 8,
  },
  kind: {
    header: '类型',
    schema: defineWord('类型', unitKindWords).pipe(z.enum(unitKinds, { error: '请填写类型' })),
    sample: '门禁',
    required: true,
    note: Object.values(unitKindWords).join('、'),
  },
  name: { header: '名称', schema: name, sample: '301 室门', required: true, width: 24 },
  model: { header: '型号', schema: model, sample: '' },
  room: {
    header: '房间',
    schema: optionalLine('房间', 120),
    sample: 'B001 301',
    note: '楼宇编号或名称、空格、房间号；房间、实验室、资产编号只填一项，填写后替换原来的关联',
    width: 24,
  },
  lab: { header: '实验室', schema: optionalLine('实验室', 120), sample: '', note: '编号或名称', width: 24 },
  device: {
    header: '资产编号',
    schema: optionalLine('资产编号', 60),
    sample: '',
    also: ['仪器编号'],
    note: '所控制或计量的仪器',
  },
  leadMinutes: {
    header: '提前进入（分钟）',
    schema: minutes('提前进入时间', leadMinutes),
    sample: '10',
    note: '不填：新增为 10',
  },
  graceMinutes: {
    header: '结束宽限（分钟）',
    schema: minutes('结束宽限时间', graceMinutes),
    sample: '15',
    note: '不填：新增为 15',
  },
  remark: { header: '备注', schema: remark, sample: '', width: 30 },
} as const
type Columns = typeof columns
type Row = ImportValues<Columns>
type Verdict = Judged<Columns, store.ImportedUnit>

export const unitImport = defineImport<Columns, store.ImportedUnit>({
  kind: 'iot-sub-device',
  columns,
  notes: [
    '请先登记或导入网关。已有子设备：空着的单元格表示不修改。',
    '类型不能修改：设备种类变化时，请先停用再新增。',
    '导出的文件修改后可以直接导入。',
  ],
  may: (ctx) => ctx.holds(...iotOffice),
  uniqueOf: (row) => ({ number: `${row.gateway} ${row.number}` }),
  async judge(ctx, rows) {
    const gateways = await store.findGateways(
      ctx.db,
      wordsIn(rows, (r) => r.gateway),
    )
    const units = await store.findUnits(
      ctx.db,
      gateways.map((g) => g.id),
    )
    const known: Known = {
      gateways: Map.groupBy(gateways, (g) => g.name),
      units: new Map(units.map((u) => [`${u.gatewayId} ${u.number}`, u])),
      room: lookupIn(
        '房间',
        await findRooms(
          ctx,
          wordsIn(rows, (r) => r.room),
        ),
      ),
      lab: lookupIn(
        '实验室',
        await findLabs(
          ctx,
          wordsIn(rows, (r) => r.lab),
        ),
      ),
      device: lookupIn(
        '资产编号',
        await store.findDevices(
          ctx.db,
          wordsIn(rows, (r) => r.device),
        ),
      ),
    }
    return rows.map((row) => judgeRow(row, known))
  },
  async write(ctx, rows) {
    const units = rows.map((r) => r.plan)
    await store.keepUnits(ctx, units)
    await noteGateways(ctx, [...new Set(units.map((u) => u.gatewayId))])
  },
})

interface Known {
  gateways: ReadonlyMap<string, readonly store.KnownGateway[]>
  units: ReadonlyMap<string, store.KnownUnit>
  room: Lookup
  lab: Lookup
  device: Lookup
}
const places = ['room', 'lab', 'device'] as const

function judgeRow(row: Row, known: Known): Verdict {
  const named = known.gateways.get(row.gateway) ?? []
  const live = named.filter((g) => !g.retired)
  const errors: { column: keyof Columns; message: string }[] = []
  const [gateway] = live
  if (live.length > 1)
    errors.push({ column: 'gateway', message: `有多个网关名为“${row.gateway}”，请先在列表中改名` })
  else if (!gateway)
    errors.push({
      column: 'gateway',
      message: named.length ? iotRefusals.GATEWAY_RETIRED : `没有名为“${row.gateway}”的网关`,
    })
  const said = places.filter((p) => row[p] !== null)
  const [, second] = said
  if (second) errors.push({ column: second, message: iotRefusals.UNIT_TIED_TWICE })
  const ids = { room: null as number | null, lab: null as number | null, device: null as number | null }
  const before = gateway && known.units.get(`${gateway.id} ${row.number}`)
  for (const place of said) {
    const found = known[place](row[place] ?? '', before?.[`${place}Id` as const])
    if ('wrong' in found) errors.push({ column: place, message: found.wrong })
    else ids[place] = found.id
  }
  if (before && before.kind !== row.kind)
    errors.push({
      column: 'kind',
      message: `该端口已登记为${unitKindWords[before.kind]}，类型不能修改，请先停用再新增`,
    })
  if (!gateway || errors.length > 0) return { verdict: 'bad', errors }
  const stays = said.length === 0
  const plan: store.ImportedUnit = {
    gatewayId: gateway.id,
    number: row.number,
    kind: row.kind,
    name: row.name,
    model: row.model ?? before?.model ?? null,
    roomId: stays ? (before?.roomId ?? null) : ids.room,
    labId: stays ? (before?.labId ?? null) : ids.lab,
    deviceId: stays ? (before?.deviceId ?? null) : ids.device,
    leadMinutes: row.leadMinutes ?? before?.leadMinutes ?? 10,
    graceMinutes: row.graceMinutes ?? before?.graceMinutes ?? 15,
    remark: row.remark ?? before?.remark ?? null,
  }
  if (!before) return { verdict: 'new', plan }
  const was = listChanges(before, plan)
  return { verdict: was.length ? 'changed' : 'same', was, plan }
}

function listChanges(before: store.KnownUnit, plan: store.ImportedUnit) {
  const texts = ['name', 'model', 'leadMinutes', 'graceMinutes', 'remark'] as const
  const ties = [
    ['room', before.roomId, plan.roomId, before.room],
    ['lab', before.labId, plan.labId, before.lab],
    ['device', before.deviceId, plan.deviceId, before.serialId],
  ] as const
  return [
    ...texts
      .filter((c) => before[c] !== plan[c])
      .map((column) => ({ column, message: String(before[column] ?? '（空）') })),
    ...ties
      .filter(([, was, now]) => was !== now)
      .map(([column, , , word]) => ({ column, message: word ?? '（空）' })),
  ]
}

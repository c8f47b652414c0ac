import {
  deviceBase,
  deviceFundingWords,
  deviceOriginWords,
  deviceStatusWords,
} from '@portal/contract/device/body'
import { line, optionalLine } from '@portal/contract/kernel/fields'
import { formatYuan } from '@portal/contract/kernel/money'
import { isForeignRoom } from '@portal/contract/lab/lab'
import { localOf } from '../../kernel/time.ts'
import { defineImport, type Judged } from '../bulk/bulk.service.ts'
import { optionalDay, wordOf, yuan } from '../bulk/cell.rules.ts'
import { lookupIn, wordsIn, type Lookup } from '../bulk/lookup.rules.ts'
import type { ImportValues } from '../bulk/sheet.rules.ts'
import { judgeDays, searchableDevice } from './device.rules.ts'
import * as store from './device.import.store.ts'
import { moved } from './device.handler.ts'

const f = deviceBase.shape
const columns = {
  serialId: {
    header: '资产编号',
    schema: f.serialId,
    sample: '202600001',
    required: true,
    also: ['仪器编号', '设备编号'],
    note: '已有的编号表示修改该仪器',
    width: 20,
  },
  name: {
    header: '仪器名称',
    schema: f.name,
    sample: '场发射扫描电子显微镜',
    required: true,
    also: ['名称', '设备名称'],
    width: 30,
  },
  englishName: { header: '英文名称', schema: f.englishName, sample: 'Field Emission SEM', width: 26 },
  alias: { header: '常用名', schema: f.alias, sample: '扫描电镜、SEM' },
  model: { header: '型号', schema: f.model, sample: 'JSM-7800F' },
  spec: { header: '规格', schema: f.spec, sample: '' },
  manufacturer: {
    header: '生产厂家',
    schema: f.manufacturer,
    sample: '日本电子',
    also: ['厂家', '制造商'],
    width: 24,
  },
  country: { header: '产地国别', schema: f.country, sample: '日本', also: ['国别'] },
  factoryNumber: { header: '出厂编号', schema: f.factoryNumber, sample: '' },
  supplier: { header: '供货商', schema: f.supplier, sample: '', width: 24 },
  category: {
    header: '分类编码',
    schema: optionalLine('分类编码', 20),
    sample: '0101',
    note: '“仪器分类”中的编码',
  },
  gbtCode: { header: '国标分类号', schema: f.gbtCode, sample: '' },
  moeCode: { header: '教育部分类号', schema: f.moeCode, sample: '03010101' },
  lab: {
    header: '实验室',
    schema: line('实验室', 60),
    sample: 'LAB001',
    required: true,
    also: ['实验室编号', '实验室名称'],
    note: '编号或名称；单位随实验室',
    width: 24,
  },
  room: {
    header: '房间',
    schema: optionalLine('房间', 120),
    sample: 'B001 301',
    also: ['放置地点', '存放地点'],
    note: '楼宇编号或名称，空一格，房间号',
    width: 20,
  },
  contact: {
    header: '联系人用户名',
    schema: optionalLine('联系人用户名', 64),
    sample: '',
    also: ['联系人', '领用人'],
    note: '学号、工号或登录名',
  },
  origin: {
    header: '仪器来源',
    schema: wordOf('仪器来源', deviceOriginWords),
    sample: '购置',
    note: Object.values(deviceOriginWords).join('、'),
  },
  funding: {
    header: '经费来源',
    schema: wordOf('经费来源', deviceFundingWords),
    sample: '中央财政',
    note: Object.values(deviceFundingWords).join('、'),
  },
  price: { header: '原值（元）', schema: yuan('原值'), sample: '3500000.00', also: ['原值', '单价', '金额'] },
  boughtOn: { header: '购置日期', schema: optionalDay, sample: '2026-01-15' },
  enabledOn: { header: '启用日期', schema: optionalDay, sample: '2026-03-01' },
  status: {
    header: '状态',
    schema: wordOf('状态', deviceStatusWords),
    sample: '正常',
    note: `${Object.values(deviceStatusWords).join('、')}；只对新仪器有效，不填为正常`,
  },
  shared: {
    header: '共享',
    schema: wordOf('共享', { yes: '是', no: '否' }),
    sample: '是',
    note: '是或否；新仪器不填为否',
  },
} as const
type Columns = typeof columns
type Row = ImportValues<Columns>
interface Plan {
  device: store.ImportedDevice
  status: string
  /** Whose it was, where it was known. */
  before: { id: number; labId: number } | null
}

export const deviceImport = defineImport<Columns, Plan>({
  kind: 'device',
  columns,
  notes: [
    '请先登记单位、实验室、房间和仪器分类。',
    '已有仪器：空着的单元格表示不修改；状态请在“仪器管理”或维修记录中修改。',
  ],
  may: (ctx) => ctx.holds('DEVICE_ALL'),
  uniqueOf: ({ serialId }) => ({ serialId }),
  async judge(ctx, rows) {
    const known = new Map(
      (
        await store.devicesBy(
          ctx.db,
          rows.map((r) => r.serialId),
        )
      ).map((d) => [d.serialId, d]),
    )
    const labs = lookupIn(
      '实验室',
      await store.labsBy(
        ctx.db,
        wordsIn(rows, (r) => r.lab),
      ),
    )
    const rooms = lookupIn(
      '房间',
      await store.roomsBy(
        ctx.db,
        wordsIn(rows, (r) => r.room),
      ),
    )
    const categories = lookupIn(
      '分类编码',
      await store.categoriesBy(
        ctx.db,
        wordsIn(rows, (r) => r.category),
      ),
    )
    const people = lookupIn(
      '用户',
      await store.peopleBy(
        ctx.db,
        wordsIn(rows, (r) => r.contact && r.contact.toLowerCase()),
      ),
      (word) => word.toLowerCase(),
    )
    const today = localOf(ctx.now, ctx.env.CAMPUS_TZ).day
    const judged = rows.map((row) =>
      judgeOne(row, known.get(row.serialId), { labs, rooms, categories, people }, today),
    )
    return warnOfRooms(
      judged,
      await store.roomsOfLabs(ctx.db, [...new Set(judged.flatMap((j) => j.plan?.device.labId ?? []))]),
    )
  },
  write: async (ctx, rows) => {
    await store.keepDevices(
      ctx.db,
      rows.map(({ plan: { device, status } }) => ({ ...device, status, ...searchableDevice(device) })),
      ctx.now,
    )
    for (const {
      plan: { device, before },
    } of rows)
      if (before)
        await moved(ctx, {
          deviceId: before.id,
          name: device.name,
          fromLabId: before.labId,
          toLabId: device.labId,
        })
  },
})

function warnOfRooms(
  judged: Judged<Columns, Plan>[],
  rooms: readonly { labId: number; roomId: number }[],
): Judged<Columns, Plan>[] {
  const of = Map.groupBy(rooms, (r) => r.labId)
  return judged.map((j) => {
    if (!j.plan || j.verdict === 'same') return j
    const { labId, roomId } = j.plan.device
    if (
      !isForeignRoom(
        roomId,
        (of.get(labId) ?? []).map((r) => r.roomId),
      )
    )
      return j
    return { ...j, warnings: [{ column: 'room', message: '该房间不属于所属实验室，请核对' }] }
  })
}

interface Lookups {
  labs: Lookup
  rooms: Lookup
  categories: Lookup
  people: Lookup
}
function judgeOne(
  row: Row,
  before: store.KnownDevice | undefined,
  { labs, rooms, categories, people }: Lookups,
  today: string,
): Judged<Columns, Plan> {
  const errors: { column: keyof Columns; message: string }[] = []
  const find = (column: 'lab' | 'room' | 'category' | 'contact', lookup: Lookup): number | null => {
    const word = row[column]
    if (word === null) return null
    const found = lookup(word)
    if ('id' in found) return found.id
    errors.push({ column, message: found.wrong })
    return null
  }
  const labId = find('lab', labs) ?? 0
  const roomId = find('room', rooms)
  const categoryId = find('category', categories)
  const contactId = find('contact', people)
  if (errors.length > 0) return { verdict: 'bad', errors }
  const status = row.status ?? 'normal'
  const shared = row.shared === null ? (before?.shared ?? false) : row.shared === 'yes'
  if (!before && status === 'scrapped' && shared)
    return { verdict: 'bad', errors: [{ column: 'shared', message: '已报废的仪器不能共享' }] }
  const device: store.ImportedDevice = {
    serialId: row.serialId,
    name: row.name,
    englishName: row.englishName ?? before?.englishName ?? null,
    alias: row.alias ?? before?.alias ?? null,
    model: row.model ?? before?.model ?? null,
    spec: row.spec ?? before?.spec ?? null,
    manufacturer: row.manufacturer ?? before?.manufacturer ?? null,
    country: row.country ?? before?.country ?? null,
    factoryNumber: row.factoryNumber ?? before?.factoryNumber ?? null,
    supplier: row.supplier ?? before?.supplier ?? null,
    categoryId: categoryId ?? before?.categoryId ?? null,
    gbtCode: row.gbtCode ?? before?.gbtCode ?? null,
    moeCode: row.moeCode ?? before?.moeCode ?? null,
    labId,
    roomId: roomId ?? before?.roomId ?? null,
    contactId: contactId ?? before?.contactId ?? null,
    origin: row.origin ?? before?.origin ?? null,
    funding: row.funding ?? before?.funding ?? null,
    priceFen: row.price ?? before?.priceFen ?? null,
    boughtOn: row.boughtOn ?? before?.boughtOn ?? null,
    enabledOn: row.enabledOn ?? before?.enabledOn ?? null,
    shared,
  }
  const was = before ? differences(before, device) : []
  if (!before || before.boughtOn !== device.boughtOn || before.enabledOn !== device.enabledOn) {
    const days = {
      madeOn: before?.madeOn ?? null,
      warrantyUntil: before?.warrantyUntil ?? null,
      boughtOn: device.boughtOn,
      enabledOn: device.enabledOn,
    }
    const faults = judgeDays(days, today)
    if (faults.length > 0) {
      return {
        verdict: 'bad',
        errors: faults.map(({ field, message }) => ({
          column: field === 'enabledOn' ? 'enabledOn' : 'boughtOn',
          message,
        })),
      }
    }
  }
  return {
    verdict: !before ? 'new' : was.length > 0 ? 'changed' : 'same',
    was,
    plan: { device, status, before: before ? { id: before.id, labId: before.labId } : null },
  }
}

/** Where a field of a device stands in the file. */
const columnOf: Partial<Record<keyof store.ImportedDevice, keyof Columns>> = {
  categoryId: 'category',
  labId: 'lab',
  roomId: 'room',
  contactId: 'contact',
  priceFen: 'price',
}
const differences = (before: store.KnownDevice, now: store.ImportedDevice) =>
  (Object.keys(now) as (keyof store.ImportedDevice)[])
    .filter((field) => before[field] !== now[field])
    .map((field) => ({ column: columnOf[field] ?? (field as keyof Columns), message: shown(field, before) }))

function shown(field: keyof store.ImportedDevice, d: store.KnownDevice): string {
  const value = d[field]
  if (value === null || value === '') return '（空）'
  if (field === 'priceFen') return formatYuan(Number(value))
  if (field === 'shared') return value ? '是' : '否'
  return columnOf[field] ? '（已登记的另一项）' : String(value)
}

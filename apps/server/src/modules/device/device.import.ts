import {
  deviceDesignWords,
  deviceFundingWords,
  deviceOriginWords,
  devicePurposeWords,
  deviceRunningWords,
  deviceStatusWords,
  shareModeWords,
} from '@portal/contract/device/body'
import { formatYuan } from '@portal/contract/kernel/money'
import { isForeignRoom } from '@portal/contract/lab/lab'
import type { Ctx } from '../../kernel/ctx.ts'
import { findToday } from '../../kernel/time.ts'
import { defineImport, findLabs, findPeople, findRooms, type Judged } from '../bulk/bulk.service.ts'
import { lookupIn, wordsIn, type Lookup } from '../bulk/lookup.rules.ts'
import { lockReviewers } from '../lab/lab.service.ts'
import { judgeDays, searchableDevice } from './device.rules.ts'
import * as store from './device.import.store.ts'
import { announceMove } from './state.action.ts'
import { columns, type Columns, type Row } from './import-columns.rules.ts'

interface Plan {
  device: store.ImportedDevice
  status: string
  /** Id and lab before the import; null: the device is new. */
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
    const serialIds = rows.map((r) => r.serialId)
    const known = new Map((await store.findDevices(ctx.db, serialIds)).map((d) => [d.serialId, d]))
    const lookups = await readLookups(ctx, rows)
    const today = findToday(ctx)
    const judged = rows.map((row) => judgeOne(row, known.get(row.serialId), lookups, today))
    const labIds = [...new Set(judged.flatMap((j) => j.plan?.device.labId ?? []))]
    return warnOfRooms(judged, await store.listRoomsOfLabs(ctx.db, labIds))
  },
  write: async (ctx, rows) => {
    const known = rows.flatMap(({ plan: { before, device } }) =>
      before ? [{ ...before, moves: before.labId !== device.labId }] : [],
    )
    // In the order of all others who change devices, whatever the order of the file.
    await lockReviewers(
      ctx,
      known.filter((d) => d.moves).map((d) => d.id),
    )
    await store.lockDevices(
      ctx,
      known.map((d) => d.id),
    )
    await store.keepDevices(
      ctx,
      rows.map(({ plan: { device, status } }) => ({ ...device, status, ...searchableDevice(device) })),
    )
    for (const { plan } of rows) {
      const { before, device } = plan
      if (!before) continue
      const [deviceId, fromLabId] = [before.id, before.labId]
      await announceMove(ctx, { deviceId, name: device.name, fromLabId, toLabId: device.labId })
    }
  },
})

interface Lookups {
  labs: Lookup
  rooms: Lookup
  categories: Lookup
  people: Lookup
}
/** Resolves the names and codes in the rows: one query per column. */
async function readLookups(ctx: Ctx, rows: readonly Row[]): Promise<Lookups> {
  const [labs, rooms, categories, usernames] = [
    wordsIn(rows, (r) => r.lab),
    wordsIn(rows, (r) => r.room),
    wordsIn(rows, (r) => r.category),
    wordsIn(rows, (r) => r.contact && r.contact.toLowerCase()),
  ]
  return {
    labs: lookupIn('实验室', await findLabs(ctx, labs)),
    rooms: lookupIn('房间', await findRooms(ctx, rooms)),
    categories: lookupIn('分类编码', await store.findCategories(ctx.db, categories)),
    people: lookupIn('在用人员', await findPeople(ctx, usernames), {
      codeOf: (word) => word.toLowerCase(),
    }),
  }
}

/** Warns if a device's room is not one of its lab's rooms. */
function warnOfRooms(
  judged: Judged<Columns, Plan>[],
  rooms: readonly { labId: number; roomId: number }[],
): Judged<Columns, Plan>[] {
  const roomsOf = Map.groupBy(rooms, (r) => r.labId)
  return judged.map((j) => {
    if (!j.plan || j.verdict === 'same') return j
    const { labId, roomId } = j.plan.device
    const own = (roomsOf.get(labId) ?? []).map((r) => r.roomId)
    if (!isForeignRoom(roomId, own)) return j
    const foreign = { column: 'room', message: '该房间不属于所属实验室，请核对' } as const
    return { ...j, warnings: [...(j.warnings ?? []), foreign] }
  })
}

function judgeOne(
  row: Row,
  before: store.KnownDevice | undefined,
  { labs, rooms, categories, people }: Lookups,
  today: string,
): Judged<Columns, Plan> {
  const errors: { column: keyof Columns; message: string }[] = []
  const find = (
    column: 'lab' | 'room' | 'category' | 'contact',
    lookup: Lookup,
    present?: number | null,
  ): number | null => {
    const word = row[column]
    if (word === null) return null
    const found = lookup(word, present)
    if ('id' in found) return found.id
    errors.push({ column, message: found.wrong })
    return null
  }
  const labId = find('lab', labs, before?.labId) ?? 0
  const roomId = find('room', rooms, before?.roomId)
  const categoryId = find('category', categories)
  const contactId = keepsContact(before, row.contact) ? before.contactId : find('contact', people)
  if (errors.length > 0) return { verdict: 'bad', errors }
  const status = row.status ?? 'normal'
  const shared = before?.status === 'scrapped' ? before.shared : isYes(row.shared, before?.shared)
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
    madeOn: row.madeOn ?? before?.madeOn ?? null,
    supplier: row.supplier ?? before?.supplier ?? null,
    categoryId: categoryId ?? before?.categoryId ?? null,
    gbtCode: row.gbtCode ?? before?.gbtCode ?? null,
    moeCode: row.moeCode ?? before?.moeCode ?? null,
    design: row.design ?? before?.design ?? null,
    purpose: row.purpose ?? before?.purpose ?? null,
    labId,
    roomId: roomId ?? before?.roomId ?? null,
    contactId: contactId ?? before?.contactId ?? null,
    origin: row.origin ?? before?.origin ?? null,
    funding: row.funding ?? before?.funding ?? null,
    priceFen: row.price ?? before?.priceFen ?? null,
    boughtOn: row.boughtOn ?? before?.boughtOn ?? null,
    enabledOn: row.enabledOn ?? before?.enabledOn ?? null,
    warrantyUntil: row.warrantyUntil ?? before?.warrantyUntil ?? null,
    imported: isYes(row.imported, before?.imported),
    underCustoms: isYes(row.underCustoms, before?.underCustoms),
    running: row.running ?? before?.running ?? null,
    shared,
    shareMode: row.shareMode ?? before?.shareMode ?? null,
  }
  const was = before ? listDifferences(before, device) : []
  if (!before || days.some((field) => before[field] !== device[field])) {
    const faults = judgeDays(device, today)
    if (faults.length > 0)
      return { verdict: 'bad', errors: faults.map(({ field, message }) => ({ column: field, message })) }
  }
  return {
    verdict: !before ? 'new' : was.length > 0 ? 'changed' : 'same',
    was,
    warnings: before ? listIgnored(row, before) : [],
    plan: { device, status, before: before ? { id: before.id, labId: before.labId } : null },
  }
}

/** Cells that change nothing although they differ from what is stored. */
const listIgnored = (row: Row, before: store.KnownDevice): { column: keyof Columns; message: string }[] => [
  ...(row.status !== null && row.status !== before.status
    ? [
        {
          column: 'status' as const,
          message: `已有仪器的状态不会由导入修改（现为${deviceStatusWords[before.status]}）`,
        },
      ]
    : []),
  ...(row.shared === 'yes' && before.status === 'scrapped'
    ? [{ column: 'shared' as const, message: '已报废的仪器不能共享' }]
    : []),
]

const days = ['madeOn', 'boughtOn', 'enabledOn', 'warrantyUntil'] as const

/** An empty cell keeps the stored value; a new device without one: no. */
const isYes = (cell: 'yes' | 'no' | null, before: boolean | undefined): boolean =>
  cell === null ? (before ?? false) : cell === 'yes'

/**
 * True if the cell names the present contact, by username or by name. A contact whose account was closed may
 * stay.
 */
const keepsContact = (
  before: store.KnownDevice | undefined,
  word: string | null,
): before is store.KnownDevice =>
  word !== null &&
  before !== undefined &&
  (word === before.contactName || word.toLowerCase() === before.contactUsername)

/** The file column of each device field. */
const columnOf: Partial<Record<keyof store.ImportedDevice, keyof Columns>> = {
  categoryId: 'category',
  labId: 'lab',
  roomId: 'room',
  contactId: 'contact',
  priceFen: 'price',
}
const listDifferences = (before: store.KnownDevice, now: store.ImportedDevice) =>
  (Object.keys(now) as (keyof store.ImportedDevice)[])
    .filter((field) => before[field] !== now[field])
    .map((field) => ({
      column: columnOf[field] ?? (field as keyof Columns),
      message: showValue(field, before),
    }))

/** The words of fields that store a key. */
const wordsOf: Partial<Record<keyof store.ImportedDevice, Record<string, string>>> = {
  origin: deviceOriginWords,
  funding: deviceFundingWords,
  design: deviceDesignWords,
  purpose: devicePurposeWords,
  running: deviceRunningWords,
  shareMode: shareModeWords,
}
function showValue(field: keyof store.ImportedDevice, d: store.KnownDevice): string {
  const value = d[field]
  if (value === null || value === '') return '（空）'
  if (field === 'priceFen') return formatYuan(Number(value))
  if (typeof value === 'boolean') return value ? '是' : '否'
  const word = wordsOf[field]?.[value]
  if (word !== undefined) return word
  return columnOf[field] ? '（已登记的另一项）' : String(value)
}

import { addDays, addMinutes } from '../../kernel/time.ts'
import { searchableDevice } from '../../modules/device/device.rules.ts'
import type { Copier } from '../bulk.ts'
import { castDevices, otherDevice } from '../cast.ts'
import { Random } from '../random.ts'
import { categories } from './categories.ts'
import type { Kind } from './kind.ts'
import { kinds } from './kinds.ts'
import type { Device, Frame, Lab } from './model.ts'

const castNames: readonly string[] = Object.values(castDevices).map((d) => d.name)
const conditions: readonly (readonly [weight: number, status: keyof typeof statusNotes])[] = [
  [92, 'normal'],
  [3, 'maintenance'],
  [3, 'broken'],
  [2, 'scrapped'],
]
const statusNotes = {
  normal: null,
  maintenance: '年度保养，预计一周内恢复',
  broken: '真空系统故障，已报修',
  scrapped: '已办理报废手续',
}

/**
 * The category tree, then the devices: first the cast's, then one for each laboratory, the rest in random
 * laboratories.
 */
export async function fillDevices(copier: Copier, frame: Frame, labs: readonly Lab[]): Promise<Device[]> {
  const idOfCategory = fillCategories(copier)
  const random = new Random('devices')
  const rows = copier.table('device', [
    'id',
    'serial_id',
    'name',
    'english_name',
    'alias',
    'model',
    'spec',
    'manufacturer',
    'country',
    'category_id',
    'dept_id',
    'lab_id',
    'room_id',
    'price_fen',
    'bought_on',
    'enabled_on',
    'status',
    'status_note',
    'shared',
    'contact_id',
    'functions',
    'indicators',
    'services',
    'notes',
    'factory_number',
    'made_on',
    'supplier',
    'origin',
    'funding',
    'moe_code',
    'design',
    'purpose',
    'under_customs',
    'warranty_until',
    'share_mode',
    'running',
    'subjects',
    'accessories',
    'sharing_rules',
    'fee_note',
    'tags',
    'created_at',
    'updated_at',
    'search_text',
    'search_grams',
  ])
  const made: Device[] = []
  for (let i = 0; i < frame.counts.devices; i++) {
    const cast = i <= castNames.length
    const lab = findLab(labs, i, random)
    const kind = findKind(lab, i, random)
    // every kind has at least one maker
    const [model, manufacturer, country] = cast ? kind.makers[0]! : random.pick(kind.makers)
    const boughtOn = addDays(frame.today, -random.int(cast ? 900 : 200, cast ? 1000 : 4500))
    const year = cast ? '2023' : boughtOn.slice(0, 4)
    const status = cast ? 'normal' : random.weighted(conditions)
    const priceFen = random.int(kind.price[0] * 10, kind.price[1] * 10) * (i < DEAR ? 100_000 : 5_000)
    const serialId = `${year}${String(i + 1).padStart(5, '0')}`
    const shared = cast || (status !== 'scrapped' && random.chance(0.82))
    const { text, grams } = searchableDevice({
      name: kind.name,
      alias: kind.alias,
      englishName: kind.english,
      model,
      serialId,
    })
    const created = addMinutes(frame.now, -random.int(400, 900) * 1440)
    rows.add({
      id: i + 1,
      serial_id: serialId,
      name: kind.name,
      english_name: kind.english,
      alias: kind.alias,
      model,
      spec: kind.seats ? `${kind.seats} 机位` : null,
      manufacturer,
      country,
      category_id: idOfCategory.get(kind.category),
      dept_id: lab.deptId,
      lab_id: lab.id,
      room_id: random.pick(lab.roomIds),
      price_fen: priceFen,
      bought_on: boughtOn,
      enabled_on: addDays(boughtOn, random.int(30, 120)),
      status,
      status_note: statusNotes[status],
      shared,
      contact_id: random.pick(lab.reviewerIds),
      functions: kind.functions,
      indicators: kind.indicators,
      services: listServices(kind),
      notes: kind.trained && !cast ? '首次使用须参加上机培训并通过考核。' : null,
      ...findBooked(i, { boughtOn, country, priceFen, shared, status, kind }),
      tags: listTags(kind, priceFen, country),
      created_at: created,
      updated_at: created,
      search_text: text,
      search_grams: grams,
    })
    made.push({ id: i + 1, serialId, name: kind.name, kind, lab, cast, shared, working: status === 'normal' })
    await copier.flushFull()
  }
  await copier.flush()
  return made
}

/**
 * The number of devices with full prices; further devices of a larger campus cost a twentieth, otherwise the
 * total has more digits than the Ministry's tables allow.
 */
const DEAR = 2_000
const running = { normal: 'good', maintenance: 'occasional', broken: 'repair', scrapped: 'scrap' } as const
const suppliers = [
  '江州科仪贸易有限公司',
  '华东科学器材有限公司',
  '中科恒达仪器有限公司',
  '省教学仪器设备总公司',
]
const subjects = ['材料科学', '化学', '物理学', '生物学', '药学', '环境科学技术', '机械工程']

/**
 * Fields for the asset register and the national platform. Derived from the other fields without random
 * numbers.
 */
function findBooked(
  i: number,
  d: {
    boughtOn: string
    country: string
    priceFen: number
    shared: boolean
    status: keyof typeof statusNotes
    kind: Kind
  },
) {
  const imported = d.country !== '中国'
  return {
    factory_number: `SN${String((i * 7919 + 10_007) % 1_000_000).padStart(6, '0')}`,
    made_on: addDays(d.boughtOn, -(60 + (i % 120))),
    supplier: suppliers[i % suppliers.length],
    origin: i % 23 === 22 ? 'donated' : i % 31 === 30 ? 'built' : 'bought',
    funding: (['central', 'local', 'own', 'central'] as const)[i % 4],
    moe_code: `03${d.kind.category}${String(i % 90).padStart(2, '0')}`,
    design: d.priceFen >= 300_000_000 ? 'special' : 'general',
    purpose: i % 5 === 4 ? 'both' : 'research',
    under_customs: imported && d.priceFen >= 100_000_000 && i % 3 === 0,
    warranty_until: addDays(d.boughtOn, 365 * (1 + (i % 3))),
    share_mode: d.shared ? (i % 4 === 3 ? 'inside' : 'outside') : 'none',
    running: running[d.status],
    subjects: [subjects[i % subjects.length] ?? '', subjects[(i + 1) % subjects.length] ?? ''],
    accessories: i < castNames.length ? '主机、真空系统、循环水冷机、不间断电源、离线数据处理工作站' : null,
    sharing_rules: d.shared
      ? '面向校内外开放。校内用户在线预约，校外用户注册后预约；首次使用请先参加培训。'
      : null,
    fee_note: d.shared ? '按机时或样品收费，校内、外校、企业分档，详见收费标准。' : null,
  }
}

function fillCategories(copier: Copier): Map<string, number> {
  const rows = copier.table('device_category', ['id', 'parent_id', 'code', 'name', 'sort'])
  const ids = new Map(categories.map(([code], i) => [code, i + 1]))
  categories.forEach(([code, name], i) =>
    rows.add({ id: i + 1, parent_id: ids.get(code.slice(0, -2)), code, name, sort: i }),
  )
  return ids
}

function findLab(labs: readonly Lab[], i: number, random: Random): Lab {
  const index = i < castNames.length ? 0 : i === castNames.length ? 1 : i - castNames.length - 1
  return labs[index] ?? random.pick(labs)
}

function findKind(lab: Lab, i: number, random: Random): Kind {
  const name = i === castNames.length ? otherDevice.name : castNames[i]
  return kinds.find((k) => k.name === name) ?? random.pick(lab.kinds)
}

const listServices = (kind: Kind) =>
  ({ self: '自主上机', samples: '送样测试、数据分析', both: '自主上机、送样测试、技术培训' })[kind.ways]

function listTags(kind: Kind, priceFen: number, country: string): string[] {
  const tags = [kind.ways === 'samples' ? '送样' : kind.ways === 'self' ? '自主上机' : '自主上机与送样']
  if (priceFen >= 50_000_000) tags.push('大型仪器')
  if (country === '中国') tags.push('国产')
  return tags
}

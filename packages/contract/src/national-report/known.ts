import type { NationalKind } from './schema.ts'

// Values that the portal knows and from which a field of the national platform may be filled. A year's schema
// refers to them by name (`source`) and decides which are reported, under which code and in which length.

/** The people who can fill in a missing value. */
export const fillers = ['keeper', 'lab', 'office'] as const
export type Filler = (typeof fillers)[number]
export const fillerWords: Record<Filler, string> = { keeper: '仪器联系人', lab: '实验室', office: '设备处' }

/** Where the portal stores a value. `form`: only in the report itself. */
export const places = ['device', 'person', 'dept', 'room', 'booking', 'purchase', 'schema', 'form'] as const
export type Place = (typeof places)[number]
export const placeWords: Record<Place, string> = {
  device: '仪器资料',
  person: '联系人的个人资料',
  dept: '单位资料',
  room: '楼宇与房间',
  booking: '预约与测试单',
  purchase: '申购与入库',
  schema: '年度数据格式',
  form: '上报编辑页',
}

interface Known {
  title: string
  filler: Filler
  place: Place
}
const known = (title: string, filler: Filler, place: Place): Known => ({ title, filler, place })

export const knownWords = {
  device: {
    serialId: known('资产编号', 'office', 'device'),
    name: known('仪器名称', 'office', 'device'),
    englishName: known('英文名称', 'keeper', 'device'),
    origin: known('仪器来源', 'office', 'device'),
    underCustoms: known('是否海关监管', 'office', 'device'),
    priceWan: known('原值（万元）', 'office', 'device'),
    country: known('产地国别', 'keeper', 'device'),
    manufacturer: known('生产厂家', 'keeper', 'device'),
    enabledOn: known('启用日期', 'office', 'device'),
    design: known('仪器类型（通用、专用）', 'office', 'device'),
    model: known('型号与规格', 'keeper', 'device'),
    indicators: known('主要技术指标', 'keeper', 'device'),
    functions: known('主要功能', 'keeper', 'device'),
    subjects: known('学科领域', 'keeper', 'device'),
    services: known('服务内容', 'lab', 'device'),
    results: known('服务典型成果', 'lab', 'device'),
    running: known('运行状态', 'keeper', 'device'),
    sharingRules: known('开放共享规定', 'lab', 'device'),
    feeNote: known('参考收费标准', 'lab', 'device'),
    shareMode: known('共享模式', 'lab', 'device'),
    funding: known('经费来源', 'office', 'device'),
    categoryCode: known('仪器分类编号', 'office', 'device'),
    bookingUrl: known('仪器预约页面的网址', 'office', 'schema'),
    imageUrl: known('仪器图片的网址', 'keeper', 'device'),
    placeName: known('楼宇地址与房间', 'lab', 'room'),
    contactName: known('联系人', 'lab', 'device'),
    contactPhone: known('联系人电话', 'keeper', 'person'),
    contactEmail: known('联系人邮箱', 'keeper', 'person'),
    postAddress: known('单位地址', 'office', 'dept'),
    yearHours: known('年度运行机时（准备、测试与后处理之和）', 'lab', 'booking'),
    yearServiceHours: known('年度服务机时（预约使用的测试机时）', 'lab', 'booking'),
  },
  service: {
    deviceSerialId: known('仪器的资产编号', 'office', 'device'),
    recordNumber: known('使用记录编号', 'office', 'booking'),
    incomeYuan: known('服务金额（元）', 'lab', 'booking'),
    beginHour: known('开始时间（整点）', 'lab', 'booking'),
    endHour: known('结束时间（整点）', 'lab', 'booking'),
    purpose: known('实验内容', 'lab', 'booking'),
    serviceMode: known('服务方式', 'lab', 'booking'),
    hours: known('测试机时', 'lab', 'booking'),
    samples: known('样品数', 'lab', 'booking'),
    project: known('课题名称', 'lab', 'booking'),
    fundingSource: known('课题经费来源', 'lab', 'booking'),
    disciplines: known('学科领域', 'lab', 'booking'),
    userName: known('使用人', 'lab', 'booking'),
    userPhone: known('使用人电话', 'lab', 'person'),
    userEmail: known('使用人邮箱', 'lab', 'person'),
    userOrganization: known('使用人单位', 'lab', 'person'),
    rating: known('用户评价', 'lab', 'booking'),
    tier: known('用户类型（校内、校外）', 'lab', 'booking'),
    nature: known('用途', 'lab', 'booking'),
    ownDept: known('使用人与仪器是否同属一个院系', 'lab', 'booking'),
  },
  customs: {
    deviceSerialId: known('仪器的资产编号', 'office', 'device'),
    dutyFreeNumber: known('征免税证明编号', 'office', 'purchase'),
    contractNumber: known('合同号', 'office', 'purchase'),
    shared: known('是否开放共享', 'lab', 'device'),
  },
} as const satisfies Record<NationalKind, Record<string, Known>>

/**
 * A known value of a row: text, number, day `YYYY-MM-DD`, hour `YYYY-MM-DD HH`, yes or no, or several words.
 */
export type KnownValue = string | number | boolean | readonly string[] | null
export type KnownValues = Readonly<Record<string, KnownValue>>

export function aboutKnown(kind: NationalKind, source: string): Known | undefined {
  const words: Readonly<Record<string, Known>> = knownWords[kind]
  return Object.hasOwn(words, source) ? words[source] : undefined
}

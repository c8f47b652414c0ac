import type { TenderMethod, TenderState } from '@portal/contract/tender/tender'

export interface QuotedPlan {
  /** Index among the cast's three suppliers. */
  by: 0 | 1 | 2
  unitYuan: number
  days: number
  months: number
  note: string
  /** The committee's judgement; members vary a little up and down. */
  judged?: { qualified: boolean; technical?: number; commercial?: number; words: string }
}
export interface TenderPlan {
  title: string
  method: TenderMethod
  state: Extract<TenderState, 'draft' | 'announced' | 'opened' | 'evaluated' | 'awarded' | 'failed'>
  item: { name: string; model: string; spec: string; quantity: number; unitYuan: number }
  /** Days since the approval of the purchase. */
  daysAgo: number
  /** Days from now; negative: already opened. Quotations are sealed until then. */
  opensInDays: number
  quoted: readonly QuotedPlan[]
  /** The number of committee members who have signed; undefined: all. */
  signed?: number
}

const good = '响应全部技术指标，售后服务方案完整。'

/** A tender in every state. None is expensive enough to need experts. */
export const tenderPlans: readonly TenderPlan[] = [
  {
    title: '超快激光加工平台采购',
    method: 'invited',
    state: 'draft',
    daysAgo: 2,
    opensInDays: 0,
    quoted: [],
    item: {
      name: '超快激光加工平台',
      model: 'UFL-20',
      spec: '脉宽 ≤ 300 fs，平均功率 ≥ 20 W',
      quantity: 2,
      unitYuan: 290_000,
    },
  },
  {
    // Opens half an hour after the fill, so that users can watch the opening.
    title: '台式傅里叶红外光谱仪采购',
    method: 'comparison',
    state: 'announced',
    daysAgo: 8,
    opensInDays: 1 / 48,
    item: {
      name: '台式傅里叶红外光谱仪',
      model: 'FT-80',
      spec: '7800–350 cm-1，分辨率 ≤ 0.4 cm-1',
      quantity: 1,
      unitYuan: 246_000,
    },
    quoted: [
      { by: 0, unitYuan: 238_500, days: 60, months: 36, note: '含安装调试与培训' },
      { by: 1, unitYuan: 229_000, days: 75, months: 24, note: '含两年耗材' },
      { by: 2, unitYuan: 233_800, days: 45, months: 36, note: '现货供应' },
    ],
  },
  {
    title: '教学光学显微镜系统采购',
    method: 'public',
    state: 'announced',
    daysAgo: 12,
    opensInDays: 14,
    item: {
      name: '研究级倒置显微镜',
      model: 'IX-60',
      spec: '相差、荧光，含互动教学软件',
      quantity: 6,
      unitYuan: 195_000,
    },
    quoted: [{ by: 1, unitYuan: 188_600, days: 60, months: 36, note: '含互动教学软件六套' }],
  },
  {
    title: '共聚焦拉曼附件采购',
    method: 'invited',
    state: 'announced',
    daysAgo: 6,
    opensInDays: 3,
    item: {
      name: '共聚焦拉曼附件',
      model: 'RC-532',
      spec: '532 nm，空间分辨率 ≤ 1 μm',
      quantity: 2,
      unitYuan: 265_000,
    },
    quoted: [
      { by: 1, unitYuan: 258_000, days: 45, months: 24, note: '' },
      { by: 2, unitYuan: 251_400, days: 60, months: 36, note: '含安装调试' },
    ],
  },
  {
    title: '圆二色光谱仪采购',
    method: 'negotiation',
    state: 'opened',
    daysAgo: 16,
    opensInDays: -1,
    item: {
      name: '圆二色光谱仪',
      model: 'CD-1700',
      spec: '163–1150 nm，含温控',
      quantity: 1,
      unitYuan: 365_000,
    },
    quoted: [
      {
        by: 0,
        unitYuan: 348_000,
        days: 60,
        months: 36,
        note: '含安装调试与两人次培训',
        judged: { qualified: true, technical: 36, commercial: 18, words: good },
      },
      {
        by: 1,
        unitYuan: 339_800,
        days: 75,
        months: 24,
        note: '含安装调试',
        judged: { qualified: true, technical: 33, commercial: 14, words: '技术指标响应，质保期偏短。' },
      },
      {
        by: 2,
        unitYuan: 352_500,
        days: 45,
        months: 36,
        note: '现货供应，含五年耗材优惠',
        judged: { qualified: true, technical: 35, commercial: 19, words: good },
      },
    ],
    signed: 1,
  },
  {
    title: '多通道荧光定量 PCR 仪采购',
    method: 'invited',
    state: 'evaluated',
    daysAgo: 24,
    opensInDays: -6,
    item: {
      name: '荧光定量 PCR 仪',
      model: 'QP-96',
      spec: '96 孔，六色荧光，温控精度 ±0.1 ℃',
      quantity: 2,
      unitYuan: 272_000,
    },
    quoted: [
      {
        by: 0,
        unitYuan: 259_000,
        days: 45,
        months: 36,
        note: '含两人次培训',
        judged: { qualified: true, technical: 37, commercial: 18, words: good },
      },
      {
        by: 1,
        unitYuan: 252_600,
        days: 60,
        months: 24,
        note: '',
        judged: { qualified: true, technical: 31, commercial: 14, words: '通道数满足，软件功能一般。' },
      },
      {
        by: 2,
        unitYuan: 264_800,
        days: 30,
        months: 36,
        note: '现货供应',
        judged: { qualified: true, technical: 35, commercial: 19, words: good },
      },
    ],
  },
  {
    title: '等温滴定量热仪采购',
    method: 'comparison',
    state: 'awarded',
    daysAgo: 30,
    opensInDays: -9,
    item: {
      name: '等温滴定量热仪',
      model: 'ITC-200',
      spec: '样品池 200 μL，自动清洗',
      quantity: 1,
      unitYuan: 188_000,
    },
    quoted: [
      {
        by: 0,
        unitYuan: 176_000,
        days: 45,
        months: 24,
        note: '含两年维保',
        judged: { qualified: true, words: good },
      },
      {
        by: 1,
        unitYuan: 169_500,
        days: 120,
        months: 12,
        note: '',
        judged: { qualified: false, words: '交货期超过招标文件要求的 90 天。' },
      },
      {
        by: 2,
        unitYuan: 182_000,
        days: 60,
        months: 24,
        note: '含培训',
        judged: { qualified: true, words: good },
      },
    ],
  },
  {
    title: '手套箱采购',
    method: 'comparison',
    state: 'failed',
    daysAgo: 22,
    opensInDays: -4,
    item: {
      name: '惰性气体手套箱',
      model: 'GB-1200',
      spec: '水氧 ≤ 1 ppm，双工位',
      quantity: 1,
      unitYuan: 145_000,
    },
    quoted: [
      { by: 0, unitYuan: 139_000, days: 60, months: 24, note: '' },
      { by: 2, unitYuan: 141_500, days: 60, months: 24, note: '' },
    ],
  },
]

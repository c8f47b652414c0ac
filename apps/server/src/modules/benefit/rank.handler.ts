import type { benefitCalls } from '@portal/contract/benefit/calls'
import type { GroupRow, RankRow } from '@portal/contract/benefit/ranking'
import { correct } from '@portal/contract/benefit/score'
import { benefitGradeWords, benefitItems, benefitItemWords } from '@portal/contract/benefit/scheme'
import { deviceDesignWords } from '@portal/contract/device/body'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { notFound } from '../../kernel/refuse.ts'
import { exported, type ListColumn } from '../../kernel/sheet.ts'
import { showDevice, readWorld } from '../asset/asset.service.ts'
import { listFamily } from '../dept/dept.service.ts'
import { listScores } from './benefit.process.ts'
import { countFigures } from './figure.action.ts'
import * as store from './rank.store.ts'
import * as schemeStore from './scheme.store.ts'

type Calls = typeof benefitCalls

/** The caller and the scheme asked for. The store limits the rows to instruments that the caller sees. */
async function readAsked(ctx: Ctx, schemeId: number) {
  const who = await readWorld(ctx)
  const scheme = await schemeStore.read(ctx.db, schemeId)
  if (!scheme) throw notFound('评价方案')
  return { who, scheme }
}
const inDept = async (ctx: Ctx, deptId: number | undefined) =>
  deptId === undefined ? null : listFamily(ctx, deptId)
const scoresIn = (r: Record<(typeof benefitItems)[number], number>) => ({
  hours: r.hours,
  talent: r.talent,
  results: r.results,
  income: r.income,
  functions: r.functions,
})

export async function ranking(ctx: Ctx, { query }: Parsed<Calls['ranking']>) {
  const { who } = await readAsked(ctx, query.schemeId)
  const { deptId, ...asked } = query
  const page = await store.ranking(ctx.db, who, { ...asked, deptIds: await inDept(ctx, deptId) }, query)
  return {
    total: page.total,
    items: page.items.map((r) => ({
      id: r.id,
      rank: r.rank,
      of: r.of,
      device: showDevice(r),
      dept: { id: r.deptId, name: r.dept },
      lab: { id: r.thenLabId, name: r.thenLab },
      classCode: r.classCode,
      minutes: r.minutes,
      scores: scoresIn(r),
      total: r.total,
      grade: r.grade,
      lastScore: r.lastScore,
      lastRank: r.lastRank,
    })),
  }
}
const scored = <Row extends { scores: RankRow['scores'] }>(): ListColumn<Row>[] =>
  benefitItems.map((item) => ({
    header: benefitItemWords[item],
    money: true,
    value: (r) => r.scores[item] / 100,
  }))
const rankColumns: readonly ListColumn<RankRow>[] = [
  { header: '名次', value: (r) => r.rank },
  { header: '参评台数', value: (r) => r.of },
  { header: '仪器名称', width: 28, value: (r) => r.device.name },
  { header: '资产编号', value: (r) => r.device.serialId },
  { header: '单位', width: 24, value: (r) => r.dept.name },
  { header: '实验室', width: 24, value: (r) => r.lab.name },
  { header: '分类号', value: (r) => r.classCode },
  { header: '有效机时（小时）', money: true, value: (r) => r.minutes / 60 },
  ...scored<RankRow>(),
  { header: '总分', money: true, value: (r) => r.total / 100 },
  { header: '等级', value: (r) => benefitGradeWords[r.grade] },
  { header: '上年得分', money: true, value: (r) => (r.lastScore === null ? null : r.lastScore / 100) },
  { header: '上年名次', value: (r) => r.lastRank },
]
export const exportRanking = exported('效益评价排名', ranking, rankColumns)

/** The ministry's classes that are evaluated. */
const classWords: Readonly<Record<string, string>> = { '03': '仪器仪表', '04': '机电设备' }
function nameGroup({ key, name }: store.Grouped): string {
  const [code = '', design = ''] = key.split(':')
  const designed = deviceDesignWords[design as keyof typeof deviceDesignWords] as string | undefined
  return designed === undefined ? name : [code, classWords[code], designed].filter(Boolean).join(' ')
}
export async function groups(ctx: Ctx, { query }: Parsed<Calls['groups']>) {
  const { who } = await readAsked(ctx, query.schemeId)
  const page = await store.groups(ctx.db, who, query, query)
  return {
    total: page.total,
    items: page.items.map((g) => ({
      key: g.key,
      name: query.by === 'class' ? nameGroup(g) : g.name,
      devices: g.devices,
      total: g.total,
      scores: scoresIn(g),
      excellent: g.excellent,
      good: g.good,
      pass: g.pass,
      fail: g.fail,
      lastTotal: g.lastTotal,
    })),
  }
}
const groupColumns: readonly ListColumn<GroupRow>[] = [
  { header: '名称', width: 28, value: (g) => g.name },
  { header: '台数', value: (g) => g.devices },
  { header: '平均总分', money: true, value: (g) => g.total / 100 },
  ...scored<GroupRow>(),
  { header: '优秀', value: (g) => g.excellent },
  { header: '良好', value: (g) => g.good },
  { header: '合格', value: (g) => g.pass },
  { header: '不合格', value: (g) => g.fail },
  { header: '上年平均', money: true, value: (g) => (g.lastTotal === null ? null : g.lastTotal / 100) },
]
export const exportGroups = exported('效益评价汇总', groups, groupColumns)

export async function trial(ctx: Ctx, { query }: Parsed<Calls['trial']>) {
  const { who, scheme } = await readAsked(ctx, query.schemeId)
  const deptIds = await inDept(ctx, query.deptId)
  const { size, after = 0 } = query
  // One more row shows whether there are more.
  const rows = await store.tried(ctx.db, who, { schemeId: scheme.id, deptIds, after }, size + 1)
  const some = rows.slice(0, size)
  const counted = await countFigures(
    ctx.db,
    some.map((r) => ({
      deviceId: r.deviceId,
      classCode: r.moeCode ?? '',
      design: r.design,
      functionsTotal: r.functionsTotal,
      functionsUsed: r.functionsUsed,
      functionsNew: r.functionsNew,
    })),
    scheme,
  )
  return {
    next: rows.length > size ? (some.at(-1)?.deviceId ?? null) : null,
    devices: some.flatMap((r) => {
      const inputs = r.inputs ?? counted.get(r.deviceId)
      if (!inputs) return []
      return [
        {
          device: { id: r.deviceId, name: r.name, serialId: r.serialId },
          dept: r.dept,
          inputs: correct(inputs, r.corrections ?? {}),
          judged: listScores(r.judged ?? {}),
        },
      ]
    }),
  }
}

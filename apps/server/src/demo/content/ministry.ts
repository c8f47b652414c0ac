import type { Layout } from '@portal/contract/ministry-report/layout'
import type { Cells } from '@portal/contract/ministry-report/ministry-report'
import { poolDb, run, transaction, type Pool } from '../../kernel/db.ts'
import { findLocal } from '../../kernel/time.ts'
import { recordYear, type PastYear } from '../../modules/ministry-report/ministry-report.service.ts'

// The Ministry's tables of a demo campus: last school year is frozen, this one is in progress with errors
// left to correct.

const SCHOOL = { schoolCode: '10999', schoolKind: 'undergraduate' } as const
const BASIS = '演示数据：宽度为演示所设，须按当年填报说明核对'

/** Names of this campus are longer than thirty bytes; widths that are not published have demo values. */
const widths: Record<string, number> = { number: 20, name: 80, model: 40, spec: 60, country: 3 }
const unknown = { text: 40, integer: 8, decimal: 14, month: 6 }
const forShow = (given: Layout): Layout => ({
  ...given,
  tables: given.tables.map((t) => ({
    ...t,
    fields: t.fields.map((f) => ({
      ...f,
      // Asset numbers keep the ministry's width: those of nine digits lose their century (decision 142).
      width: f.from === 'device.number' ? f.width : (widths[f.name] ?? f.width ?? unknown[f.type]),
      // Instruments for both purposes are reported under the prevailing one.
      map: f.from === 'device.purpose' ? { ...f.map, both: '2' } : f.map,
    })),
  })),
})

interface LabRow {
  number: string
  name: string
  n: number
}
const LABS = `select serial_id as number, name, row_number() over (order by id)::int as n from lab order by id limit 12`

const labCells = ({ number, name, n }: LabRow, more: number): Cells => ({
  number,
  name,
  category: '1',
  foundedYear: String(1990 + (n % 25)),
  area: (80 + 12.5 * n).toFixed(2),
  kind: '1',
  subject: '0805',
  teacherAwards: String(n % 3),
  teacherPatents: String(n % 4),
  studentAwards: String(n % 5),
  papers: String(6 + n),
  researchProjects: String(3 + (n % 6)),
  serviceProjects: String(n % 2),
  teachingStudies: '1',
  graduates: String(12 + n + more),
  openInsideItems: '2',
  openInsidePeople: String(40 + n),
  openInsideHours: String(320 + 8 * n),
  openOutsideItems: '0',
  openOutsidePeople: '0',
  openOutsideHours: '0',
  partTimers: String(1 + (n % 3)),
  runFund: (8 + n / 2).toFixed(2),
  materialFund: (3 + n / 4).toFixed(2),
})
const topics = [
  '表面形貌观察',
  '元素成分分析',
  '晶体结构测定',
  '热稳定性测试',
  '分子结构解析',
  '微区力学测量',
]
const experimentCells = (lab: LabRow, at: number, more: number): Cells => ({
  number: `SY${String(lab.n).padStart(2, '0')}${at}`,
  name: topics[(lab.n + at) % topics.length] ?? '',
  category: String(1 + (at % 3)),
  kind: String(2 + (at % 3)),
  subject: '0805',
  requirement: at % 2 ? '选修' : '必修',
  experimenters: '本科生',
  people: String(30 + 5 * lab.n + more),
  groupSize: '3',
  hours: String(4 + 2 * at),
  labNumber: lab.number,
  labName: lab.name,
})
const names = ['王建国', '李秀英', '张伟', '刘洋', '陈静', '杨帆']
const staffCells = (lab: LabRow, more: number): Cells => ({
  number: `RY${String(lab.n).padStart(3, '0')}`,
  labNumber: lab.number,
  labName: lab.name,
  name: names[lab.n % names.length] ?? '',
  gender: lab.n % 2 ? '男' : '女',
  bornOn: `19${70 + (lab.n % 25)}0${1 + (lab.n % 9)}`,
  subject: '0805',
  post: lab.n % 3 ? '工程师' : '高级工程师',
  education: lab.n % 2 ? '硕士' : '博士',
  homeDegree: '0',
  homeOther: String((lab.n + more) % 3),
  abroadDegree: '0',
  abroadOther: '0',
})
const funds = (more: number): Cells => ({
  fund: (1200 + more).toFixed(2),
  purchaseFund: '860.00',
  purchaseTeaching: '310.00',
  maintainFund: '120.00',
  maintainTeaching: '60.00',
  runFund: (150 + more).toFixed(2),
  materialFund: '72.00',
  buildFund: '40.00',
  reformFund: '20.00',
  otherFund: '10.00',
})

function listRows(labs: readonly LabRow[], more: number): PastYear['rows'] {
  return {
    SJ6: labs.map((l) => labCells(l, more)),
    SJ4: labs.flatMap((l) => [0, 1].map((at) => experimentCells(l, at, more))),
    SJ5: labs.map((l) => staffCells(l, more)),
    SJ7: [funds(more)],
  }
}
const SCHOOL_YEAR_BEGINS = '09-01'

/**
 * Last school year as reported; in this year's rows one laboratory number is mistyped and one experiment has
 * no hours.
 */
export async function fillMinistry(
  pool: Pool,
  { now, zone, userId }: { now: Date; zone: string; userId: number },
): Promise<void> {
  const { day } = findLocal(now, zone)
  const running = Number(day.slice(0, 4)) - (day.slice(5) < SCHOOL_YEAR_BEGINS ? 1 : 0)
  const labs = await run<LabRow>(poolDb(pool), LABS, [])
  const year = (of: number, more: Partial<PastYear>) =>
    transaction(pool, (db) =>
      recordYear(
        { db, now, me: { id: userId } },
        { year: of, ...SCHOOL, basis: BASIS, layout: (l) => l, rows: {}, explained: null, ...more },
      ),
    )
  await year(running - 1, { layout: forShow, rows: listRows(labs, 0), explained: '情况属实，已与实验室核对' })
  const rows = listRows(labs, 1)
  const [first, second, ...others] = rows.SJ4 ?? []
  await year(running, {
    rows: {
      ...rows,
      SJ4: [{ ...first, labNumber: 'LAB99999' }, { ...second, hours: '' }, ...others].filter(
        (r) => 'name' in r,
      ),
    },
  })
}

import type { BenefitState } from '@portal/contract/benefit/benefit'
import { correct, evaluate } from '@portal/contract/benefit/score'
import type { BenefitInputs, Figure } from '@portal/contract/benefit/scheme'
import type pg from 'pg'
import type { Db } from '../../kernel/db.ts'
import { addDays } from '../../kernel/time.ts'
import { countFigures } from '../../modules/benefit/benefit.service.ts'
import type { Frame } from '../campus/model.ts'
import { castLab, otherLab } from '../cast.ts'
import { Random } from '../random.ts'
import { benefitRules as rules } from './benefit-rules.ts'
import { actor, log, one, type Actor } from './lines.ts'

// Two years of benefit evaluation: the first is decided, the second in progress. They are made after the
// ledger is committed, because scores are counted from it on another connection.

const PREFIXES = ['03', '04']
const MIN_PRICE_FEN = 10_000_000
/** The number of devices evaluated; users of the demo can start the evaluation of the others. */
const MOST = 120

interface Found {
  id: number
  name: string
  serialId: string
  moeCode: string
  design: 'general' | 'special' | null
  labId: number
  deptId: number
  contactId: number | null
  contact: string | null
  director: Actor
}
const FOUND = `select d.id::int, d.name, d.serial_id as "serialId", d.moe_code as "moeCode", d.design, d.lab_id::int as "labId",
    d.dept_id::int as "deptId", u.id::int as "contactId", u.name as contact, json_build_object('id', v.id, 'name', v.name) as director
  from device d join lab l on l.id = d.lab_id left join user_account u on u.id = d.contact_id and u.enabled
    join lateral (select user_id from lab_member m where m.lab_id = l.id and m.role = 'lab_director' order by user_id limit 1) m on true
    join user_account v on v.id = m.user_id
  where d.id > 5 and d.status <> 'scrapped' and d.price_fen >= $1 and left(d.moe_code, 2) = any($2)
  order by l.serial_id = $3 desc, l.serial_id = $4 desc, d.id limit $5`
const SCHEME = `insert into benefit_scheme (year_kind, year, due_on, prefixes, min_price_fen, rules, created_by, created_at)
  values ('school', $1, $2, $3, $4, $5, $6, $7)`

export async function fillBenefits(client: pg.Client, db: Db, { now, today }: Frame): Promise<void> {
  // The last school year that ended at least a month ago.
  const day = addDays(today, -30)
  const last = Number(day.slice(0, 4)) - (day.slice(5) >= '09-01' ? 1 : 2)
  const { rows: devices } = await client.query<Found>(FOUND, [
    MIN_PRICE_FEN,
    PREFIXES,
    castLab.serialId,
    otherLab.serialId,
    MOST,
  ])
  await client.query('begin')
  for (const [year, ago] of [
    [last - 1, 8760],
    [last, 480],
  ] as const) {
    const at = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
    const due = year === last ? addDays(today, 5) : addDays(today, -350)
    const office = actor('equipoffice')
    const schemeId = await one(client, SCHEME, [
      year,
      due,
      PREFIXES,
      MIN_PRICE_FEN,
      JSON.stringify(rules),
      office.id,
      at(ago + 24),
    ])
    const told = devices.map((d, i) => makeStory(d, i, year, year === last))
    for (const { device, papers } of told) await publishPapers(client, device, papers, year)
    const counted = await countFigures(
      db,
      told.map(({ device, said }) => ({
        deviceId: device.id,
        classCode: device.moeCode,
        design: device.design,
        ...said.functions,
      })),
      { yearKind: 'school', year },
    )
    for (const story of told) {
      const inputs = counted.get(story.device.id)
      if (inputs) await tell(client, schemeId, { ...story, inputs }, (hours) => at(ago - hours))
    }
    await client.query('commit')
  }
}

interface Said {
  functions: Pick<BenefitInputs, 'functionsTotal' | 'functionsUsed' | 'functionsNew'>
  corrections: Partial<Record<Figure, { value: number; reason: string }>>
}
interface Told {
  device: Found
  state: BenefitState
  sentBack: boolean
  judged: boolean
  papers: number
  said: Said
}
const BEFORE = '平台启用前的使用按机组纸质记录补录'
const states: readonly BenefitState[] = [
  'draft',
  'submitted',
  'published',
  'published',
  'cancelled',
  'submitted',
]

/** First one in each state, then mostly published; members of the cast have only a few to fill in. */
function makeStory(device: Found, i: number, year: number, running: boolean): Told {
  const random = new Random(`benefit ${year} ${device.serialId}`)
  const state: BenefitState = running
    ? (states[i] ??
      random.weighted([
        [6, 'published'],
        [2, 'submitted'],
        [2, i < 12 ? 'published' : 'draft'],
      ]))
    : 'published'
  // A quality factor per instrument affects all its figures.
  const better = new Random(`benefit ${device.serialId}`).next() * 0.8 + 0.25
  const about = (most: number) => Math.round(most * better * (0.85 + random.next() * 0.3))
  const total = random.int(4, 10)
  const said: Said = {
    functions: {
      functionsTotal: total,
      functionsUsed: Math.min(total, Math.ceil(total * better * (0.9 + random.next() * 0.2))),
      functionsNew: random.chance(0.3) ? random.int(1, 2) : 0,
    },
    corrections: {
      minutes: { value: about((device.design === 'special' ? 800 : 1400) * 60), reason: BEFORE },
      independent: { value: about(9), reason: BEFORE },
      guided: { value: about(6), reason: BEFORE },
      ...(random.chance(0.7) && {
        incomeFen: { value: about(2_000_000), reason: '线下收费按财务到账单补录' },
      }),
    },
  }
  const filled = state !== 'draft' || random.chance(0.3)
  return {
    device,
    state,
    sentBack: running && i % 9 === 5,
    judged: state === 'published' && i % 7 === 3,
    papers: about(6),
    said: filled
      ? said
      : { functions: { functionsTotal: null, functionsUsed: null, functionsNew: null }, corrections: {} },
  }
}

const PAPERS = `with made as (
    insert into device_achievement (kind, level, title, people, source, achieved_on, created_by, created_at, updated_at)
    select 'paper', case n % 3 when 2 then 'core' else 'indexed' end, $2 || '应用研究（' || $3 || '-' || n || '）', $4,
      case n % 3 when 2 then '分析测试学报' else 'Analytical Chemistry' end, make_date($3::int, n, 12), $5::int8, make_date($3::int, n, 20),
      make_date($3::int, n, 20)
    from generate_series(1, $6::int) n returning id, created_at)
  insert into achievement_device (achievement_id, device_id, thanked, state, judged_by, judged_at)
  select id, $1, true, 'confirmed', $5::int8, created_at from made`
/** Published papers of the instrument, in months of the year that are past at any time of the fill. */
async function publishPapers(client: pg.Client, d: Found, papers: number, year: number): Promise<void> {
  const by = d.contactId === null ? d.director : { id: d.contactId, name: d.contact ?? '' }
  await client.query(PAPERS, [d.id, d.name, year + 1, by.name, by.id, Math.min(papers, 8)])
}

const ADD = `insert into benefit_evaluation (scheme_id, device_id, state, state_at, reason, started_by, created_at, submitted_by,
    functions_total, functions_used, functions_new, corrections, judged, inputs, lab_id, dept_id, class_code, hours_score, talent_score,
    results_score, income_score, functions_score, total_score, grade)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24)`
const TASK = `insert into approval_task (business, row_id, step, asked_role, asked_user_id, role, user_id, lab_id, device_id, requester_id,
    title, created_at) values ('benefit', $1, $2, $3, $4, $3, $4, $5, $6, $7, $8, $9)`
const CANCELLED = '仪器长期停用，本年度不参评'
const RETURNED = '补录机时的佐证材料不全，请补充'

async function tell(
  client: pg.Client,
  schemeId: number,
  { device: d, state, sentBack, judged, said, inputs }: Told & { inputs: BenefitInputs },
  at: (hours: number) => Date,
): Promise<void> {
  const office = actor('equipoffice')
  const keeper = d.contactId === null ? d.director : { id: d.contactId, name: d.contact ?? '' }
  const own = judged ? { talent: { score: 5000, reason: '培训签到记录与补录人数不符，按签到记录计' } } : {}
  const came =
    state === 'published'
      ? evaluate(correct(inputs, said.corrections), rules, judged ? { talent: 5000 } : {})
      : null
  const steps: [event: string, from: string | null, to: string, by: Actor, reason?: string][] = [
    ['start', null, 'draft', office],
  ]
  if (said.functions.functionsTotal !== null && state !== 'cancelled')
    steps.push(['change', 'draft', 'draft', keeper])
  if (state === 'submitted' || state === 'published') steps.push(['submit', 'draft', 'submitted', keeper])
  if (sentBack && state === 'submitted')
    steps.push(
      ['send_back', 'submitted', 'draft', office, RETURNED],
      ['submit', 'draft', 'submitted', keeper],
    )
  if (judged) steps.push(['judge', 'submitted', 'submitted', office])
  if (state === 'published') steps.push(['accept', 'submitted', 'published', office])
  if (state === 'cancelled') steps.push(['cancel', 'draft', 'cancelled', office, CANCELLED])
  const lastAt = at(steps.length * 40 - 40)
  const frozen = came
    ? [
        JSON.stringify(inputs),
        d.labId,
        d.deptId,
        d.moeCode,
        came.items.hours.score,
        came.items.talent.score,
        came.items.results.score,
        came.items.income.score,
        came.items.functions.score,
        came.total,
        came.grade,
      ]
    : Array.from({ length: 11 }, () => null)
  const id = await one(client, ADD, [
    schemeId,
    d.id,
    state,
    lastAt,
    state === 'cancelled' ? CANCELLED : null,
    office.id,
    at(0),
    state === 'submitted' || state === 'published' ? keeper.id : null,
    said.functions.functionsTotal,
    said.functions.functionsUsed,
    said.functions.functionsNew,
    JSON.stringify(said.corrections),
    JSON.stringify(own),
    ...frozen,
  ])
  for (const [i, [event, from, to, by, reason]] of steps.entries())
    await log(client, 'benefit', id, { event, from, to, by, reason: reason ?? null, at: at(i * 40) })
  if (state !== 'draft' && state !== 'submitted') return
  const fills = state === 'draft'
  const role = fills ? (d.contactId === null ? 'lab_director' : 'person') : 'equip_office'
  await client.query(TASK, [
    id,
    fills ? 'fill' : 'review',
    role,
    role === 'person' ? d.contactId : null,
    d.labId,
    d.id,
    fills ? null : keeper.id,
    `${fills ? '填报' : '审核'}效益评价：${d.name}（${d.serialId}）`,
    lastAt,
  ])
}

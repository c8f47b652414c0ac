import type { Graph } from '@portal/process-kit/model/graph'
import { readDiagram } from '@portal/process-kit/read/read'
import type { Values } from '@portal/process-kit/run/holds'
import { applyEvent, startRun, type Outcome } from '@portal/process-kit/run/run'
import type { Event } from '@portal/process-kit/run/state'
import type pg from 'pg'
import { listGrams } from '../../kernel/search.rules.ts'
import { addMinutes } from '../../kernel/time.ts'
import { castId } from '../campus/labs.ts'
import type { Frame } from '../campus/model.ts'
import { cast, type CastName } from '../cast.ts'
import { waits } from '../lifecycle/lines.ts'
import { drawnForms, drawnText } from './drawn-forms.ts'
import { drawnWorkflows } from './drawn-workflows.ts'
import { fundForm, openingForm, priceForm } from './workflow-forms.ts'

const DAY_MINUTES = 1440
const DRAWN_DAYS_AGO = 38
const STARTED_DAYS_AGO = 2
const ADMISSION_FORM = 1
const FUND_FORM = drawnForms.length + 1
const OPENING_FORM = FUND_FORM + 1
const PRICE_FORM = FUND_FORM + 2
const FUND = 2

/** Four running processes, one draft, and an application on which three experts are asked. */
export async function fillWorkflows(client: pg.Client, { now }: Frame): Promise<void> {
  const at = (days: number) => addMinutes(now, days * DAY_MINUTES)
  await addForm(client, FUND_FORM, fundForm, at(-DRAWN_DAYS_AGO))
  await addForm(client, OPENING_FORM, openingForm, at(-DRAWN_DAYS_AGO))
  await addForm(client, PRICE_FORM, priceForm, at(-DRAWN_DAYS_AGO))
  const drawn = drawnWorkflows({
    admission: ADMISSION_FORM,
    fund: FUND_FORM,
    opening: OPENING_FORM,
    prices: PRICE_FORM,
  })
  for (const [i, workflow] of drawn.entries()) {
    const { owner, name, category, description, isPublished, form, xml } = workflow
    const said = [i + 1, castId(owner), name, category, description, xml, at(-DRAWN_DAYS_AGO)]
    await client.query(
      `insert into workflow (id, owner_id, name, category, description, xml, revision, created_at, changed_at, changed_by)
        overriding system value values ($1, $2, $3, $4, $5, $6, 1, $7, $7, $2)`,
      said,
    )
    if (!isPublished) continue
    const { graph } = await readDiagram(xml)
    await client.query(
      `insert into workflow_version (workflow_id, version, revision, name, category, description, xml, graph, form_id,
          form_version, published_by, published_at, starters)
        values ($1, 1, 1, $3, $4, $5, $6, $8, $9, 1, $2, $7, $10)`,
      [...said, JSON.stringify(graph), form, JSON.stringify(graph?.starters ?? [])],
    )
    await client.query(`update workflow set state = 'published', version = 1 where id = $1`, [i + 1])
    if (i + 1 === FUND && graph) await applyForFund(client, graph, at(-STARTED_DAYS_AGO))
  }
}

async function addForm(
  client: pg.Client,
  id: number,
  form: typeof fundForm | typeof openingForm | typeof priceForm,
  drawnAt: Date,
): Promise<void> {
  const office = castId('equipoffice')
  const { name, category, description } = form
  await client.query(
    `insert into form (id, owner_id, name, category, description, state, revision, version, created_at, changed_at,
        changed_by) overriding system value values ($1, $2, $3, $4, $5, 'published', 1, 1, $6, $6, $2)`,
    [id, office, name, category, description, drawnAt],
  )
  await client.query(
    `insert into form_revision (id, form_id, revision, version, name, category, description, text, saved_by, saved_at,
        published_by, published_at)
      overriding system value values ($1, $1, 1, 1, $2, $3, $4, $5, $6, $7, $6, $7)`,
    [id, name, category, description, drawnText(form), office, drawnAt],
  )
}

const experts = ['director', 'reviewer', 'labadmin'] as const
const findName = (username: CastName) => cast.find((c) => c.username === username)?.name ?? ''

/** Submitted, and approved by the office an hour later; the experts have not answered yet. */
async function applyForFund(client: pg.Client, graph: Graph, startedAt: Date): Promise<void> {
  const topic = '低温扫描电镜原位加热台研制'
  const given: Values = {
    topic,
    amount: 80_000,
    experts: experts.map((expert) => castId(expert)),
    content: '研制可在低温扫描电镜中使用的原位加热台，并向校内用户开放。',
  }
  const summary = `课题名称：${topic}；申请金额（元）：80000；评审专家：${experts.map(findName).join('、')}`
  const officeAt = addMinutes(startedAt, 60)
  const office = castId('equipoffice')
  const events: { event: (visit: number) => Event; at: Date }[] = [
    { event: (visit) => ({ type: 'people', visit, people: [office] }), at: startedAt },
    { event: (visit) => ({ type: 'agree', visit, seat: 0 }), at: officeAt },
    {
      event: (visit) => ({ type: 'people', visit, people: experts.map((expert) => castId(expert)) }),
      at: officeAt,
    },
  ]
  const moves: { moved: Outcome; at: Date }[] = [{ moved: startRun(graph, given), at: startedAt }]
  for (const { event, at } of events) {
    const { state } = moves.at(-1)?.moved ?? startRun(graph, given)
    const moved = applyEvent(graph, state, event(state.visits[0]?.no ?? 0), given)
    if (moved) moves.push({ moved, at })
  }
  const { text, grams } = listGrams([], { prose: summary })
  await client.query(
    `insert into workflow_instance (id, workflow_id, version, starter_id, state, run, given, summary, started_at,
        search_text, search_grams)
      values (1, $1, 1, $2, 'running', $3, $4, $5, $6, $7, $8)`,
    [
      FUND,
      castId('payer'),
      JSON.stringify(moves.at(-1)?.moved.state),
      JSON.stringify(given),
      summary,
      startedAt,
      text,
      grams,
    ],
  )
  for (const { moved, at } of moves) for (const effect of moved.effects) await keep(client, graph, effect, at)
  const log = `insert into workflow_event (instance_id, kind, user_id, step, opinion, minutes, happened_at)
    values (1, $1, $2, $3, $4, $5, $6)`
  await client.query(log, ['started', castId('payer'), null, null, null, startedAt])
  await client.query(log, ['agreed', office, '设备处初审', '材料齐全，同意送审', 60, officeAt])
  for (const expert of experts)
    await waits(client, {
      business: 'workflow',
      rowId: 1,
      step: 'act',
      role: 'person',
      userId: castId(expert),
      deptId: null,
      requesterId: castId('payer'),
      title: `开放基金申请（${findName('payer')}）`,
      amountFen: null,
      since: officeAt,
    })
}

async function keep(client: pg.Client, graph: Graph, effect: Outcome['effects'][number], at: Date) {
  if (effect.type === 'enter')
    await client.query(
      `insert into workflow_step (instance_id, visit, node, name, entered_at) values (1, $1, $2, $3, $4)`,
      [effect.visit, effect.node, graph.nodes[effect.node]?.name ?? '', at],
    )
  if (effect.type === 'leave')
    await client.query(
      'update workflow_step set left_at = $2, due_at = null where instance_id = 1 and visit = $1',
      [effect.visit, at],
    )
  if (effect.type === 'timer')
    await client.query('update workflow_step set due_at = $2 where instance_id = 1 and visit = $1', [
      effect.visit,
      addMinutes(at, effect.hours * 60),
    ])
  if (effect.type === 'open')
    await client.query(
      'insert into workflow_task (instance_id, visit, seat, assignee_id, opened_at) values (1, $1, $2, $3, $4)',
      [effect.visit, effect.seat, effect.person, at],
    )
  if (effect.type === 'close')
    await client.query(
      `update workflow_task set state = 'agreed', opinion = '材料齐全，同意送审', decided_at = $3, decided_by = assignee_id
        where instance_id = 1 and visit = $1 and seat = $2 and state = 'waiting'`,
      [effect.visit, effect.seat, at],
    )
}

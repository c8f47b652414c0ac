import { formCalls } from '@portal/contract/form/calls'
import { makeAddress, type Arguments, type Call, type Reply } from '@portal/contract/kernel/call'
import { workflowCalls } from '@portal/contract/workflow/calls'
import { lookAt, type Campus } from '../campus.ts'
import { startSides, type Sides } from '../compare.ts'
import type { Data } from '../data.ts'
import { once, requestBytes } from '../load.ts'
import { startProduct, type Product } from '../product.ts'
import { makeToken } from '../prepare.ts'
import { quick, young } from '../settings.ts'
import type { Task } from '../task.ts'
import { atLeast, versus } from './versus.ts'
import type { Row, Work } from './work.ts'

// Drawn processes: starting one, deciding a task, and the cost of a decision while ten thousand run.

const FEW = 100
const MANY = 10_000
/** Tasks to decide; each is decided once, by the product or by the bare handler. */
const TO_DECIDE = quick ? 10_000 : 40_000
const SLOWER = 2

/** User ids of the cast: the manager of processes, the starter, and the person asked at every step. */
const OFFICE = 1
const STARTER = 2
const DECIDER = 6
const STEPS = 5

async function call<C extends Call>({ port }: Product, userId: number, c: C, args: Arguments<C>) {
  const bytes = requestBytes(c.method, makeAddress(c, args), { token: makeToken(userId), body: args.body })
  const answer = await once(port, bytes)
  if (answer.status !== 200) throw new Error(`${c.path}: ${answer.body}`)
  return (JSON.parse(answer.body) as { data: Reply<C> }).data
}

const rule = [
  { type: 'input', field: 'topic', title: '题目', $required: true },
  { type: 'inputNumber', field: 'amount', title: '金额', $required: true },
]
const values = { topic: '显微镜自动对焦模块', amount: 45_000 }

/** A process of consecutive steps, each with the same actor. */
function drawSteps(formId: number): string {
  const ids = ['start', ...Array.from({ length: STEPS }, (_, i) => `step${i}`), 'end']
  const actor = `<portal:actor kind="person" value="${DECIDER}" label="办理人"/>`
  const tasks = ids.slice(1, -1).map(
    (id) => `<bpmn:userTask id="${id}" name="${id}">
        <bpmn:extensionElements>${actor}</bpmn:extensionElements></bpmn:userTask>`,
  )
  const flows = ids
    .slice(1)
    .map((to, i) => `<bpmn:sequenceFlow id="f${i}" sourceRef="${ids[i]}" targetRef="${to}"/>`)
  return `<?xml version="1.0" encoding="UTF-8"?>
    <bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL"
      xmlns:portal="urn:portal:workflow:1" id="d" targetNamespace="urn:x">
      <bpmn:process id="p" name="申请" isExecutable="true" portal:form="${formId}">
        <bpmn:startEvent id="start"/><bpmn:endEvent id="end"/>${tasks.join('')}${flows.join('')}
      </bpmn:process></bpmn:definitions>`
}

async function publish(product: Product): Promise<number> {
  const form = await call(product, OFFICE, formCalls.create, {
    body: { name: '申请表', text: JSON.stringify({ rule, options: {} }) },
  })
  await call(product, OFFICE, formCalls.publish, {
    params: { id: form.id },
    body: { revision: form.revision },
  })
  const drawn = await call(product, OFFICE, workflowCalls.create, {
    body: { name: '基准流程', category: '基准', xml: drawSteps(form.id) },
  })
  const published = await call(product, OFFICE, workflowCalls.publish, {
    params: { id: drawn.id },
    body: { revision: drawn.revision },
  })
  return published.id
}

const TABLES = {
  workflow_instance: 'id',
  workflow_step: 'instance_id',
  workflow_task: 'instance_id',
  workflow_event: 'instance_id',
  approval_task: 'row_id',
} as const
/** Copies the hundred instances that the product started, row by row. */
async function multiply({ sql }: Campus, ids: readonly number[], times: number): Promise<void> {
  const apart = Math.max(...ids) - Math.min(...ids) + 1
  for (const [table, column] of Object.entries(TABLES)) {
    const named = await sql<{ sequence: string | null }>(
      `select case when exists (select from information_schema.columns where table_name = $1
          and column_name = 'id') then pg_get_serial_sequence($1, 'id') end as sequence`,
      [table],
    )
    const key = table === 'workflow_instance' ? null : (named[0]?.sequence ?? null)
    await sql(
      `insert into ${table} overriding system value
        select (jsonb_populate_record(r, jsonb_build_object('${column}', r.${column} + n * ${apart}::int8)
          ${key ? `|| jsonb_build_object('id', nextval('${key}'))` : ''})).*
        from ${table} r, generate_series(1, $2::int) n
        where r.${column} = any($1) ${table === 'approval_task' ? `and r.business = 'workflow'` : ''}`,
      [ids, times - 1],
    )
  }
  await sql(
    `select setval(pg_get_serial_sequence('workflow_instance', 'id'), max(id)) from workflow_instance`,
  )
  for (const table of Object.keys(TABLES)) await sql(`vacuum analyze ${table}`)
}

interface Running {
  url: string
  campus: Campus
  workflowId: number
  /** The instance ids in ascending order. */
  ids: number[]
  close(): Promise<void>
}
/** Makes a database with `count` running instances and stops the server that started them. */
async function fill(data: Data, name: string, count: number): Promise<Running> {
  const url = await data.copy(young, name)
  const campus = await lookAt(url)
  // Start the ids at numbers that no other value in a statement has, so that the bench can tell them apart.
  await campus.sql(`select setval(pg_get_serial_sequence('workflow_instance', 'id'), 5000000),
    setval(pg_get_serial_sequence('workflow_task', 'id'), 7000000)`)
  const product = await startProduct({ databaseUrl: url })
  try {
    const workflowId = await publish(product)
    const started: number[] = []
    for (let i = 0; i < FEW; i++) {
      const body = { version: 1, values }
      const { id } = await call(product, STARTER, workflowCalls.start, { params: { id: workflowId }, body })
      started.push(id)
    }
    if (count > FEW) await multiply(campus, started, count / FEW)
    const rows = await campus.sql<{ id: string }>(
      `select id from workflow_instance where workflow_id = $1 and state = 'running' order by id`,
      [workflowId],
    )
    if (rows.length !== count) throw new Error(`${rows.length} run instead of ${count}`)
    return { url, campus, workflowId, ids: rows.map((r) => Number(r.id)), close: () => campus.close() }
  } finally {
    await product.stop()
  }
}

const startTask = ({ workflowId }: Running): Task => ({
  name: 'start',
  variants: 1,
  status: 200,
  sample: () => ({
    method: 'POST',
    path: makeAddress(workflowCalls.start, { params: { id: workflowId } }),
    token: makeToken(STARTER),
    body: { version: 1, values },
    values: {},
  }),
  pgbench: { set: [], values: {} },
})

async function decideTask({ campus, workflowId }: Running): Promise<Task> {
  const waiting = await campus.sql<{ id: string; instanceId: string }>(
    `select t.id, t.instance_id as "instanceId" from workflow_task t
      join workflow_instance i on i.id = t.instance_id
      where i.workflow_id = $1 and t.state = 'waiting' order by t.id`,
    [workflowId],
  )
  // Request numbers continue over all works. Those below 1000 are for recording; the others start at 2 here.
  let before: number | undefined
  return {
    name: 'decide',
    variants: 1,
    status: 200,
    sample(i) {
      const at = i < 1000 ? i : i - (before ??= i - 2)
      const task = waiting[at]
      if (!task) throw new Error(`${waiting.length} tasks were not enough`)
      const params = { id: Number(task.id) }
      const body = { verdict: 'agree', opinion: null } as const
      return {
        method: 'POST',
        path: makeAddress(workflowCalls.decide, { params }),
        token: makeToken(DECIDER),
        body,
        values: { taskId: task.id, instanceId: task.instanceId },
      }
    },
    pgbench: { set: [], values: {} },
  }
}

/** pgbench cannot take another task each time. */
const withoutPgbench = (sides: Sides): Sides => ({ ...sides, all: { ...sides.all, b: undefined } })

async function compare(title: string, url: string, task: Task): Promise<Row[]> {
  const sides = await startSides(url, task)
  try {
    return await versus(title, withoutPgbench(sides), atLeast(0.5), [1, 16])
  } finally {
    await sides.close()
  }
}

/** Compares single decisions in a database with few instances and in one with many. */
async function besideMany(few: Running, many: Running): Promise<Row> {
  const both = await Promise.all(
    [few, many].map(async ({ url, campus, ids }) => ({
      campus,
      // Instances spread over all of them.
      ids: Array.from({ length: FEW }, (_, i) => ids[Math.floor((i * ids.length) / FEW)] ?? 0),
      product: await startProduct({ databaseUrl: url }),
      times: [] as number[],
    })),
  )
  try {
    // The last step is not decided, so that all instances still run afterwards.
    for (let step = 0; step < STEPS - 1; step++) {
      for (let i = 0; i < FEW; i++) {
        for (const { campus, ids, product, times } of both) {
          const [task] = await campus.sql<{ id: string }>(
            `select id from workflow_task where instance_id = $1 and state = 'waiting'`,
            [ids[i]],
          )
          const params = { id: Number(task?.id) }
          const body = { verdict: 'agree', opinion: null } as const
          const begin = performance.now()
          await call(product, DECIDER, workflowCalls.decide, { params, body })
          // The first step is warm-up.
          if (step > 0) times.push(performance.now() - begin)
        }
      }
    }
    const [p50, p95] = [0.5, 0.95].map((p) =>
      both.map(({ times }) => times.toSorted((a, b) => a - b)[Math.floor(times.length * p)] ?? Number.NaN),
    ) as [[number, number], [number, number]] // one of each side
    const ratio = p50[1] / p50[0]
    const told = (n: 0 | 1) => `p50 ${p50[n].toFixed(1)}, p95 ${p95[n].toFixed(1)} ms`
    return {
      work: `a decision where ${MANY.toLocaleString('en')} processes run, beside one where ${FEW} do`,
      clients: 1,
      product: `${told(0)} → ${told(1)}`,
      a: '',
      b: '',
      ratio: `p50 ${ratio.toFixed(2)} ×`,
      target: `≤ ${SLOWER} ×`,
      reached: ratio <= SLOWER,
      noisy: 0,
    }
  } finally {
    await Promise.all(both.map(({ product }) => product.stop()))
  }
}

export const workflow: Work = {
  name: 'workflow',
  apart: true,
  async run({ data, log }) {
    const rows: Row[] = []
    const open: Running[] = []
    const begin = async (name: string, count: number) => {
      log(`  ${count} processes …`)
      const running = await fill(data, name, count)
      open.push(running)
      return running
    }
    try {
      rows.push(await besideMany(await begin('flows_few', FEW), await begin('flows_many', MANY)))
      const running = await begin('flows', TO_DECIDE)
      rows.push(...(await compare('start a process', running.url, startTask(running))))
      const title = `decide a task, ${TO_DECIDE.toLocaleString('en')} processes run`
      rows.push(...(await compare(title, running.url, await decideTask(running))))
      return rows
    } finally {
      for (const running of open) await running.close()
    }
  },
}

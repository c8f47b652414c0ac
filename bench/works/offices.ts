import { listGrams } from '../../apps/server/src/kernel/search.rules.ts'
import { lookAt, type Campus } from '../campus.ts'
import { startSides } from '../compare.ts'
import { makeToken } from '../prepare.ts'
import { FEW_CLIENTS, quick, young } from '../settings.ts'
import type { Task } from '../task.ts'
import { versus, type Target } from './versus.ts'
import type { Row, Work } from './work.ts'

// The offices' lists over all purchases of a university in many years.

const PURCHASES = quick ? 2000 : 100_000
const target: Target = {
  text: '≥ 0.6 of A; p95 < 100 ms at 16 clients',
  reached: (product, a, clients) => product.rate >= 0.6 * a.rate && (clients !== 16 || product.p95 < 100),
}

const kinds = [
  '扫描电镜',
  '透射电子显微镜',
  '液相色谱仪',
  '气相色谱质谱联用仪',
  '核磁共振波谱仪',
  '流式细胞仪',
  '高速离心机',
  '荧光光谱仪',
  '超低温冰箱',
  '原子力显微镜',
  '激光器',
  '示波器',
]
const uses = ['采购', '更新', '扩建', '教学改革', '平台建设', '学科建设', '应急', '配套']
const titles = kinds.flatMap((kind) =>
  uses.flatMap((use) => [1, 2, 3].map((n) => `${kind}${use}（${n} 期）`)),
)

/** Selects the bench's own purchases; those of the demo campus have their items and tenders already. */
const MADE = `contract_number like 'BENCH-%'`

/** Adds purchases of which one in fifty is waiting and the others are done, as in a list of ten years. */
async function fill({ sql }: Campus): Promise<void> {
  const named = titles.map((title) => ({ title, ...listGrams([title]) }))
  await sql(
    `insert into supplier (name, credit_code, state, state_at, contact, phone, email, invited_at, created_at)
     select '供应商 ' || n, upper(lpad(to_hex(n), 18, '0')), 'approved', now(), '联系人', '13800000000',
       's' || n || '@example.com', now(), now() from generate_series(1, 300) n`,
  )
  await sql(
    `with t as (select row_number() over () - 1 as n, *
      from json_to_recordset($1) as g (title text, text text, grams text[])),
      s as (select array_agg(id order by id) as ids from supplier),
      u as (select array_agg(id order by id) as ids from user_account where dept_id is not null),
      p as (
        select n, case when n % 50 <> 0 then 'done'
          else (array['awaiting_dept_head', 'awaiting_equip_office', 'awaiting_sourcing', 'awaiting_contract',
          'awaiting_delivery', 'in_acceptance'])[1 + n / 50 % 6] end as state,
          now() - interval '1 hour' * (${PURCHASES} - n) as at, (n % 997 + 1) * 100000 as fen
        from generate_series(1, ${PURCHASES}) n),
      made as (insert into purchase (state, state_at, title, requester_id, dept_id, budget_fen, precious,
        imported, method, submitted_at, supplier_id, award_fen, contract_number, contract_fen, created_at,
        done_at, search_text, search_grams)
     select p.state, p.at, t.title, u.ids[1 + p.n % cardinality(u.ids)],
       (select dept_id from user_account where id = u.ids[1 + p.n % cardinality(u.ids)]), p.fen, p.n % 11 = 0,
       p.n % 17 = 0,
       (array['general', 'comparison', 'negotiation', 'invited', 'public'])[1 + p.n % 5], p.at,
         s.ids[1 + p.n % 300], p.fen, 'BENCH-' || p.n, p.fen, p.at, case p.state when 'done' then p.at end,
         t.text, t.grams
     from p join t on t.n = p.n % ${titles.length}, s, u returning id, budget_fen)
     insert into purchase_source (purchase_id, sort, kind, project_code, project_name, amount_fen) select id,
       1, 'project', 'PT-01', '平台建设', budget_fen from made`,
    [JSON.stringify(named)],
  )
  await sql(
    `insert into purchase_item (purchase_id, sort, name, quantity, unit_price_fen, contract_price_fen)
      select id, 1, title, 1, budget_fen, budget_fen from purchase where ${MADE}`,
  )
  await sql(
    `insert into tender (purchase_id, state, state_at, method, title, announced_at, opens_at, opened_at,
      created_at, search_text, search_grams)
     select id, case when state = 'done' then 'failed' else 'opened' end, state_at, method, title, created_at,
       created_at, created_at, created_at, search_text, search_grams from purchase where method <> 'general'
       and ${MADE}`,
  )
  await sql(
    `insert into acceptance (purchase_id, scale, state, state_at, receiver_id, created_at) select id, 'small',
      case state when 'done' then 'accepted' else 'awaiting_audit' end, state_at, requester_id, created_at
      from purchase where state in ('done', 'in_acceptance') and ${MADE}`,
  )
  await sql(
    `insert into stock_in (acceptance_id, purchase_id, state, state_at, requester_id, total_fen,
      reimbursed_at, stored_at, created_at)
     select a.id, p.id, 'stored', p.state_at, p.requester_id, p.budget_fen, p.state_at, p.state_at,
       p.created_at from acceptance a join purchase p on p.id = a.purchase_id where a.state = 'accepted'
       and ${MADE}`,
  )
  await sql(
    `insert into approval_task (business, row_id, step, asked_role, role, title, requester_id, created_at)
     select 'purchase', id, 'equip_office', 'equip_office', 'equip_office', '设备处审批：' || title, requester_id,
       state_at from purchase where state = 'awaiting_equip_office' and ${MADE}`,
  )
  for (const table of [
    'purchase',
    'purchase_item',
    'tender',
    'acceptance',
    'stock_in',
    'supplier',
    'approval_task',
  ])
    await sql(`vacuum analyze ${table}`)
}

const terms = ['电镜', '色谱', 'saomiao', 'smdj', '离心机采购', '教学', 'SG00001234', '激光器']
const states = ['awaiting_equip_office', 'done', 'in_acceptance', 'awaiting_contract']

const reading = (name: string, userId: number, paths: readonly string[]): Task => ({
  name,
  variants: paths.length,
  status: 200,
  sample: (i) => ({
    method: 'GET',
    path: paths[i % paths.length] ?? '',
    token: makeToken(userId),
    values: {},
  }),
  pgbench: { set: [], values: {} },
})
const by = (path: string, parameter: string, values: readonly string[]) =>
  values.map((v) => `${path}?${new URLSearchParams({ [parameter]: v }).toString()}`)

export const offices: Work = {
  name: 'offices',
  async run({ data, log }) {
    const url = await data.copy(young, 'offices')
    const campus = await lookAt(url)
    const rows: Row[] = []
    try {
      log(`  ${PURCHASES} purchases …`)
      await fill(campus)
      const [office] = await campus.sql<{ id: string }>(
        `select id from user_account where username = 'equipoffice'`,
      )
      const id = Number(office?.id)
      const lists: [string, readonly string[]][] = [
        ['purchases by name', by('/api/v2/purchase/list', 'keyword', terms)],
        ['purchases by state, the newest', by('/api/v2/purchase/list', 'state', states)],
        ['purchases, one waits of fifty', ['/api/v2/purchase/list', '/api/v2/purchase/counts']],
        ['tenders by name', by('/api/v2/tender', 'keyword', terms)],
        [
          'acceptances and stock-ins by name',
          [...by('/api/v2/acceptance', 'keyword', terms), ...by('/api/v2/stock-in', 'keyword', terms)],
        ],
        ['the office’s inbox', ['/api/auditFlow/wait', '/api/v2/approval/tasks']],
      ]
      for (const [name, paths] of lists) {
        const sides = await startSides(url, reading(name, id, paths))
        try {
          rows.push(
            ...(await versus(
              `${PURCHASES.toLocaleString('en')} purchases: ${name}`,
              sides,
              target,
              FEW_CLIENTS,
            )),
          )
        } finally {
          await sides.close()
        }
      }
      return rows
    } finally {
      await campus.close()
    }
  },
}

import type { ScrapEvent, ScrapState } from '@portal/contract/asset/asset'
import { scrapNumber } from '@portal/contract/asset/parts'
import type pg from 'pg'
import { addDays } from '../../kernel/time.ts'
import type { Frame } from '../campus/model.ts'
import type { At, Found } from './found.ts'
import { actor, log, one, waits, type Actor } from './lines.ts'
import { sitOnScrap } from './panels.ts'

interface Told {
  device: Found | undefined
  end: ScrapState
  /** The state of the panel, if experts are asked. */
  panel?: 'draft' | 'signing'
  hours: number
  why?: string
  reason?: string
}
/** From this price on, in fen, experts are asked first. */
const JUDGED_FROM_FEN = 10_000_000

/** One application in each state. */
export async function fillScraps(
  client: pg.Client,
  by: {
    own: readonly Found[]
    others: readonly Found[]
    college: Found | undefined
    gone: Found | undefined
  },
  frame: Frame,
  at: At,
): Promise<void> {
  const told: readonly Told[] = [
    { device: by.gone, end: 'disposed', hours: 1000, why: '真空系统损坏，维修费用超过原值三分之一' },
    { device: by.others[4], end: 'refused', hours: 800, reason: '使用年限未满，建议先联系厂家维修' },
    { device: by.own[5], end: 'cancelled', hours: 500, reason: '厂家已提供备件，继续使用' },
    { device: by.others[2], end: 'awaiting_disposal', hours: 172 },
    { device: by.others[1], end: 'awaiting_equip_office', hours: 120 },
    { device: by.college, end: 'awaiting_dept_head', hours: 100 },
    { device: by.others[5], end: 'awaiting_experts', panel: 'signing', hours: 80 },
    { device: by.own[4], end: 'awaiting_experts', panel: 'draft', hours: 50 },
    { device: by.own[3], end: 'draft', hours: 40 },
  ]
  for (const { device, ...story } of told) if (device) await tell(client, { device, ...story }, frame, at)
}

type Line = readonly [event: ScrapEvent, to: ScrapState, by: Actor | null]
/** The steps that lead to `end`. */
function wayTo({ device: d, end }: { device: Found; end: ScrapState }, judged: boolean): Line[] {
  const draft: Line = ['create', 'draft', d.director]
  if (end === 'draft') return [draft]
  if (end === 'cancelled') return [draft, ['cancel', 'cancelled', d.director]]
  const submitted: Line[] = [
    draft,
    ['submit', judged ? 'awaiting_experts' : 'awaiting_dept_head', d.director],
  ]
  if (end === 'awaiting_experts') return submitted
  const asked: Line[] = judged ? [...submitted, ['conclude', 'awaiting_dept_head', null]] : submitted
  if (end === 'awaiting_dept_head') return asked
  const agreed: Line[] = [...asked, ['approve', 'awaiting_equip_office', actor('sysadmin')]]
  const office = actor('equipoffice')
  if (end === 'awaiting_equip_office') return agreed
  if (end === 'refused') return [...agreed, ['refuse', 'refused', office]]
  const approved: Line[] = [...agreed, ['approve', 'awaiting_disposal', office]]
  return end === 'disposed' ? [...approved, ['dispose', 'disposed', office]] : approved
}

async function tell(client: pg.Client, told: Told & { device: Found }, frame: Frame, at: At): Promise<void> {
  const { device: d, end, hours, reason = null } = told
  const judged = d.priceFen >= JUDGED_FROM_FEN
  const steps = wayTo(told, judged)
  const stepAt = (i: number) => at(hours - i * 8)
  const disposed =
    end === 'disposed'
      ? {
          way: 'recycle',
          recycler: '江州再生资源回收有限公司',
          incomeFen: 120_000,
          on: addDays(frame.today, -Math.floor(hours / 24)),
        }
      : null
  const id = await one(
    client,
    `insert into scrap (device_id, state, state_at, reason, why, condition, requester_id, price_fen, way,
        recycler, income_fen, disposed_on, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      d.id,
      end,
      stepAt(steps.length - 1),
      reason,
      told.why ?? '已超过使用年限，主要部件停产，无维修价值',
      '无法开机，外壳完整，配件齐全',
      d.director.id,
      d.priceFen,
      disposed?.way,
      disposed?.recycler,
      disposed?.incomeFen,
      disposed?.on,
      at(hours),
    ],
  )
  let before: ScrapState | null = null
  for (const [i, [event, to, by]] of steps.entries()) {
    await log(client, 'scrap', id, {
      event,
      from: before,
      to,
      by,
      reason: event === 'cancel' || event === 'refuse' ? reason : null,
      at: stepAt(i),
    })
    before = to
  }
  const title = `报废 ${d.name}（${d.serialId}）`
  if (judged && steps.length > 1 && end !== 'cancelled') {
    await sitOnScrap(client, {
      rowId: id,
      title: `${d.name}（${d.serialId}）`,
      requester: d.director,
      priceFen: d.priceFen,
      done: told.panel ?? 'agreed',
      at: (step) => at(hours - 8 - step),
    })
  }
  if (disposed)
    await client.query('update device set status_note = $2 where id = $1', [
      d.id,
      `已报废（${scrapNumber(id)}）`,
    ])
  await nextTask(client, { ...told, id, title, since: stepAt(steps.length - 1) })
}

async function nextTask(
  client: pg.Client,
  {
    device: d,
    end,
    panel,
    id,
    title,
    since,
  }: Told & { device: Found; id: number; title: string; since: Date },
): Promise<void> {
  const task = {
    business: 'scrap',
    rowId: id,
    userId: null,
    deptId: null,
    requesterId: d.director.id,
    amountFen: d.priceFen,
    since,
  } as const
  if (end === 'awaiting_experts' && panel === 'draft')
    await waits(client, {
      ...task,
      step: 'panel',
      role: 'person',
      userId: d.director.id,
      requesterId: null,
      title: `组建专家组：${title}`,
    })
  if (end === 'awaiting_dept_head')
    await waits(client, {
      ...task,
      step: 'dept_head',
      role: 'dept_head',
      deptId: d.deptId,
      title: `院系审批：${title}`,
    })
  if (end === 'awaiting_equip_office')
    await waits(client, {
      ...task,
      step: 'equip_office',
      role: 'equip_office',
      title: `设备处审批：${title}`,
    })
  if (end === 'awaiting_disposal')
    await waits(client, {
      ...task,
      step: 'dispose',
      role: 'equip_office',
      requesterId: null,
      title: `登记处置：${title}`,
    })
}

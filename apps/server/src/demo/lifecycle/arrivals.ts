import { acceptanceNumber, type AcceptanceScale } from '@portal/contract/acceptance/acceptance'
import { stockInNumber } from '@portal/contract/stock-in/stock-in'
import type pg from 'pg'
import { findLocal } from '../../kernel/time.ts'
import { Copier } from '../bulk.ts'
import { castId } from '../campus/labs.ts'
import type { Frame, User } from '../campus/model.ts'
import type { Files } from '../files.ts'
import { receiptPicture } from '../pictures/portraits.ts'
import { arrivalPlans, type ArrivalEnd, type ArrivalPlan } from './arrival-plans.ts'
import { contract } from './deliveries.ts'
import { actor, log, one, waits, type Actor } from './lines.ts'
import { freezeShare } from './money.ts'

const HOUR_MS = 3_600_000
const NOT_READY = '安装调试未完成'
/** The ends in order: a later one implies the earlier ones. */
const order: readonly ArrivalEnd[] = [
  'cancelled',
  'draft',
  'awaiting_signatures',
  'awaiting_audit',
  'awaiting_info',
  'awaiting_card_owner',
  'awaiting_finance',
  'awaiting_store',
  'stored',
]
const passed = (plan: ArrivalPlan, end: ArrivalEnd): boolean => order.indexOf(plan.end) > order.indexOf(end)

interface Told {
  client: pg.Client
  plan: ArrivalPlan
  purchaseId: number
  pieceIds: number[]
  totalFen: number
  labId: number
  roomId: number | null
  categoryId: number
  members: Actor[]
  dayAt: (step: number) => string
  at: (step: number) => Date
  keep:
    | ((
        content: Buffer,
        about: { name: string; mime: string; business: string; rowId: number },
      ) => Promise<string>)
    | null
}

/** Deliveries in every state, from the first inspection to the storage. */
export async function fillArrivals(
  client: pg.Client,
  { frame, people, files }: { frame: Frame; people: readonly User[]; files: Files | null },
): Promise<void> {
  const deptId = people[castId('requester') - 1]?.deptId
  if (!deptId) throw new Error('the requester is of a college')
  const members = people
    .filter((u) => !u.cast && u.role === 'teacher' && u.deptId === deptId)
    .slice(0, 3)
    .map((u) => ({ id: u.id, name: u.name }))
  const place = (
    await client.query<{ labId: number; roomId: number | null; categoryId: number }>(
      `select l.id as "labId", (select d.room_id from device d where d.lab_id = l.id limit 1) as "roomId",
          (select id from device_category where parent_id is not null order by id limit 1) as "categoryId"
        from lab l where exists (select from device d where d.lab_id = l.id) order by l.dept_id = $1 desc,
          l.id limit 1`,
      [deptId],
    )
  ).rows[0]
  if (!place) throw new Error('a campus has laboratories')
  const copier = new Copier(client)
  const paper = files?.into(copier)
  for (const plan of arrivalPlans) {
    const at = (step: number) =>
      new Date(frame.now.getTime() - (plan.daysAgo * 24 - step * ((plan.daysAgo * 24) / 22)) * HOUR_MS)
    const dayAt = (step: number) => findLocal(at(step), frame.zone).day
    const { purchaseId, itemId, supplierId } = await contract(
      client,
      {
        by: plan.by,
        title: plan.title,
        contract: plan.contract,
        item: plan.item,
        shared: plan.end === 'awaiting_card_owner',
      },
      { deptId, at, today: dayAt(8) },
    )
    const pieceIds = await delivered(client, plan, { purchaseId, itemId, supplierId, at })
    const keep: Told['keep'] = paper
      ? async (content, about) => {
          const id = paper.keep(content, {
            ...about,
            visibility: 'private',
            ownerId: castId('requester'),
            createdAt: at(10),
          })
          await copier.flush()
          return id
        }
      : null
    const told: Told = {
      client,
      plan,
      purchaseId,
      pieceIds,
      totalFen: plan.item.unitYuan * plan.item.quantity * 100,
      ...place,
      labId: Number(place.labId),
      members,
      dayAt,
      at,
      keep,
    }
    const acceptanceId = await accepted(told)
    if (passed(plan, 'awaiting_audit')) await stockedIn(told, acceptanceId)
  }
}

async function delivered(
  client: pg.Client,
  { item, by, end }: ArrivalPlan,
  d: { purchaseId: number; itemId: number; supplierId: number; at: (step: number) => Date },
): Promise<number[]> {
  const id = await one(
    client,
    `insert into delivery (purchase_id, supplier_id, state, state_at, created_at)
      values ($1, $2, 'checked', $3, $4)`,
    [d.purchaseId, d.supplierId, d.at(8), d.at(6)],
  )
  await log(client, 'delivery', id, {
    event: 'open',
    from: null,
    to: 'awaiting_entry',
    by: actor('equipoffice'),
    at: d.at(6),
  })
  await log(client, 'delivery', id, {
    event: 'submit',
    from: 'awaiting_entry',
    to: 'awaiting_check',
    by: actor(by),
    at: d.at(7),
  })
  await log(client, 'delivery', id, {
    event: 'approve',
    from: 'awaiting_check',
    to: 'checked',
    by: actor('tenderoffice'),
    at: d.at(8),
  })
  await log(client, 'purchase', d.purchaseId, {
    event: 'deliver',
    from: 'awaiting_delivery',
    to: 'in_acceptance',
    by: null,
    at: d.at(8),
  })
  await client.query(
    `update purchase set state = 'in_acceptance', state_at = $2, method = $3 where id = $1`,
    [d.purchaseId, d.at(8), item.unitYuan * item.quantity >= 100_000 ? 'comparison' : 'general'],
  )
  const state = ['cancelled', 'draft', 'awaiting_signatures', 'awaiting_audit'].includes(end)
    ? 'checked'
    : 'accepted'
  const pieceIds = []
  for (let n = 1; n <= item.quantity; n++) {
    pieceIds.push(
      await one(
        client,
        `insert into piece (purchase_id, item_id, number, state, price_fen, name, model, manufacturer,
            country, factory_number, indicators, accessories, updated_at)
          values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, '满足合同技术要求', '电源线、说明书、合格证各一', $11)`,
        [
          d.purchaseId,
          d.itemId,
          n,
          state,
          item.unitYuan * 100,
          item.name,
          item.model,
          item.manufacturer,
          item.country,
          `${item.model.replace(/\W/g, '')}-${d.purchaseId}${String(n).padStart(3, '0')}`,
          d.at(7),
        ],
      ),
    )
  }
  return pieceIds
}

async function accepted(t: Told): Promise<number> {
  const { client, plan, at } = t
  const requester = actor('requester')
  const scale: AcceptanceScale = plan.item.unitYuan >= 100_000 ? 'medium' : 'small'
  const filled = plan.end !== 'draft' && plan.end !== 'cancelled'
  const over = passed(plan, 'awaiting_audit')
  const state = over ? 'accepted' : plan.end
  const id = await one(
    client,
    `insert into acceptance (purchase_id, scale, state, state_at, receiver_id, place, accepted_on, conclusion,
        created_at, reason) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      t.purchaseId,
      scale,
      state,
      at(filled ? 11 : plan.end === 'cancelled' ? 9 : 8),
      requester.id,
      filled ? '机械楼 302' : null,
      filled ? t.dayAt(9) : null,
      filled ? '设备外观完好，数量与合同一致，安装调试后运行正常，同意验收。' : null,
      at(8),
      plan.end === 'cancelled' ? NOT_READY : null,
    ],
  )
  await client.query(
    `insert into acceptance_piece (acceptance_id, piece_id, verdict, factory_number, live)
      select $1, c.id, $2, case when $2::text is not null then c.factory_number end, $3 from piece c
      where c.id = any($4::int8[])`,
    [id, filled ? 'accept' : null, !over && plan.end !== 'cancelled', t.pieceIds],
  )
  if (over)
    await client.query('update piece set acceptance_id = $2 where id = any($1::int8[])', [t.pieceIds, id])
  await client.query(
    `insert into acceptance_check (acceptance_id, item, label, ok, sort) select $1, i.value, i.label, $2,
        row_number() over (order by i.sort) from dictionary_item i join dictionary d on d.id = i.dictionary_id
      where d.name = 'acceptance_check'`,
    [id, filled ? true : null],
  )
  await log(client, 'acceptance', id, {
    event: 'create',
    from: null,
    to: 'draft',
    by: actor('tenderoffice'),
    at: at(8),
  })
  const task = { business: 'acceptance', rowId: id, deptId: null, amountFen: t.totalFen } as const
  const what = `${acceptanceNumber(id)} ${plan.title}`
  if (plan.end === 'cancelled')
    await log(client, 'acceptance', id, {
      event: 'cancel',
      from: 'draft',
      to: 'cancelled',
      by: requester,
      reason: NOT_READY,
      at: at(9),
    })
  else if (!filled)
    await waits(client, {
      ...task,
      step: 'fill',
      role: 'person',
      userId: requester.id,
      requesterId: null,
      title: `验收：${what}`,
      since: at(8),
    })
  else {
    if (t.keep)
      await t.keep((await receiptPicture()).full, {
        name: '铭牌与整机.webp',
        mime: 'image/webp',
        business: 'acceptance',
        rowId: id,
      })
    await log(client, 'acceptance', id, {
      event: 'submit',
      from: 'draft',
      to: 'awaiting_signatures',
      by: requester,
      at: at(10),
    })
    await signed(t, id, what, scale === 'small' ? (plan.item.unitYuan >= 50_000 ? 2 : 1) : t.members.length)
    if (plan.end === 'awaiting_audit')
      await waits(client, {
        ...task,
        step: 'audit',
        role: 'equip_office',
        userId: null,
        requesterId: requester.id,
        title: `审核验收：${what}`,
        since: at(11),
      })
    if (over)
      await log(client, 'acceptance', id, {
        event: 'approve',
        from: 'awaiting_audit',
        to: 'accepted',
        by: actor('equipoffice'),
        at: at(12),
      })
  }
  return id
}

/** The first member has signed; the others are asked, unless the acceptance has gone further. */
async function signed(
  { client, plan, members: people, totalFen, at }: Told,
  id: number,
  what: string,
  count: number,
): Promise<void> {
  const members = people.slice(0, count)
  await client.query('update acceptance set cosigners = $2 where id = $1', [id, count])
  const all = passed(plan, 'awaiting_signatures')
  for (const [i, m] of members.entries()) {
    const done = all || i === 0
    await client.query(
      `insert into acceptance_member (acceptance_id, user_id, duty, sort, verdict, signed_at)
        values ($1, $2, $3, $4, $5, $6)`,
      [
        id,
        m.id,
        ['技术负责人', '资产管理员', '使用人代表'][i] ?? '',
        i + 1,
        done ? 'agree' : null,
        done ? at(11) : null,
      ],
    )
    if (done)
      await log(client, 'acceptance', id, {
        event: 'sign',
        from: 'awaiting_signatures',
        to: all && i === members.length - 1 ? 'awaiting_audit' : 'awaiting_signatures',
        by: m,
        at: at(11),
      })
    else
      await waits(client, {
        business: 'acceptance',
        rowId: id,
        step: 'sign',
        role: 'person',
        userId: m.id,
        deptId: null,
        requesterId: castId('requester'),
        title: `会签验收：${what}`,
        amountFen: totalFen,
        since: at(10),
      })
  }
}

async function stockedIn(t: Told, acceptanceId: number): Promise<void> {
  const { client, plan, at } = t
  const requester = actor('requester')
  const filled = plan.end !== 'awaiting_info'
  const byCard = plan.end === 'awaiting_card_owner'
  const reimbursed = passed(plan, 'awaiting_finance')
  const id = await one(
    client,
    `insert into stock_in (acceptance_id, purchase_id, state, state_at, requester_id, total_fen, payment,
        round, reimbursed_by, reimbursed_at, stored_by, stored_at, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      acceptanceId,
      t.purchaseId,
      plan.end,
      at(filled ? 16 : 12),
      requester.id,
      t.totalFen,
      byCard ? 'card' : filled ? 'bank' : null,
      filled ? 1 : 0,
      reimbursed ? castId('finance') : null,
      reimbursed ? at(17) : null,
      plan.end === 'stored' ? castId('equipoffice') : null,
      plan.end === 'stored' ? at(19) : null,
      at(12),
    ],
  )
  await client.query(
    `insert into stock_in_piece (piece_id, stock_in_id, lab_id, room_id, keeper_id, category_id, gbt_code,
        moe_code, purpose, funding) select unnest($1::int8[]), $2, $3, $4, $5, $6, $7, $8, 'research', $9`,
    [
      t.pieceIds,
      id,
      t.labId,
      filled ? t.roomId : null,
      requester.id,
      filled ? t.categoryId : null,
      filled ? '2100300' : null,
      filled ? '03030204' : null,
      filled ? 'central' : null,
    ],
  )
  await log(client, 'stock_in', id, {
    event: 'open',
    from: null,
    to: 'awaiting_info',
    by: actor('equipoffice'),
    at: at(12),
  })
  const task = { business: 'stock_in', rowId: id, deptId: null, amountFen: t.totalFen } as const
  const what = `${stockInNumber(id)} ${plan.title}`
  if (!filled)
    return waits(client, {
      ...task,
      step: 'info',
      role: 'person',
      userId: requester.id,
      requesterId: null,
      title: `预入库：${what}`,
      since: at(12),
    })

  const file =
    t.keep &&
    (await t.keep(Buffer.from(`%PDF-1.4\n% ${what}\n%%EOF\n`), {
      name: '增值税发票.pdf',
      mime: 'application/pdf',
      business: 'stock_in',
      rowId: id,
    }))
  await client.query(
    `insert into invoice (stock_in_id, number, issued_on, amount_fen, tax_fen, file_id)
      values ($1, $2, $3, $4, $5, $6)`,
    [
      id,
      `2631200000${String(10_000_000 + id)}`,
      t.dayAt(13),
      t.totalFen,
      Math.round((t.totalFen * 13) / 113),
      file,
    ],
  )
  await log(client, 'stock_in', id, {
    event: 'submit',
    from: 'awaiting_info',
    to: byCard ? 'awaiting_card_owner' : 'awaiting_finance',
    by: requester,
    at: at(16),
  })
  if (byCard) {
    await freezeShare(client, { stockInId: id, note: `入库单 ${stockInNumber(id)}`, at: at(16) })
    return waits(client, {
      ...task,
      step: 'card_owner',
      role: 'person',
      userId: castId('cardowner'),
      requesterId: requester.id,
      title: `同意经费卡支出：${what}`,
      since: at(16),
    })
  }
  if (!reimbursed)
    return waits(client, {
      ...task,
      step: 'finance',
      role: 'finance',
      userId: null,
      requesterId: requester.id,
      title: `报销确认：${what}`,
      since: at(16),
    })
  await log(client, 'stock_in', id, {
    event: 'confirm',
    from: 'awaiting_finance',
    to: 'awaiting_store',
    by: actor('finance'),
    at: at(17),
  })
  if (plan.end === 'awaiting_store')
    return waits(client, {
      ...task,
      step: 'store',
      role: 'equip_office',
      userId: null,
      requesterId: requester.id,
      title: `正式入库：${what}`,
      since: at(17),
    })
  await log(client, 'stock_in', id, {
    event: 'store',
    from: 'awaiting_store',
    to: 'stored',
    by: actor('equipoffice'),
    at: at(19),
  })
  await becomeDevice(t, id)
}

/** Links the stock-in to the newest instrument of the laboratory. */
async function becomeDevice(
  { client, plan, purchaseId, pieceIds, labId, dayAt, at }: Told,
  stockInId: number,
): Promise<void> {
  const [device] = (
    await client.query<{ id: number; serialId: string }>(
      `select id, serial_id as "serialId" from device where lab_id = $1 order by status = 'normal' desc,
        id desc limit 1`,
      [labId],
    )
  ).rows
  if (!device) throw new Error('the laboratory has instruments')
  await client.query(
    `update piece c set state = 'stored', stock_in_id = $2, device_id = d.id, name = d.name, model = d.model,
        manufacturer = d.manufacturer, country = d.country,
        factory_number = coalesce(d.factory_number, c.factory_number), updated_at = $4
     from device d where c.id = any($1::int8[]) and d.id = $3`,
    [pieceIds, stockInId, device.id, at(19)],
  )
  await client.query('update stock_in_piece set asset_number = $2 where piece_id = any($1::int8[])', [
    pieceIds,
    device.serialId,
  ])
  await client.query(
    `update purchase_item i set name = d.name, model = d.model, manufacturer = d.manufacturer,
        country = d.country from device d where i.purchase_id = $1 and d.id = $2`,
    [purchaseId, device.id],
  )
  await client.query(
    `update purchase p set title = d.name || '购置', state = 'done', state_at = $3, done_at = $3 from device d
      where p.id = $1 and d.id = $2`,
    [purchaseId, device.id, at(19)],
  )
  await client.query(
    `update device set price_fen = $2, contact_id = $3, made_on = $4::date - 90, bought_on = $4,
        enabled_on = $4, warranty_until = $4::date + 1095 where id = $1`,
    [device.id, plan.item.unitYuan * 100, castId('requester'), dayAt(9)],
  )
  await log(client, 'purchase', purchaseId, {
    event: 'complete',
    from: 'in_acceptance',
    to: 'done',
    by: null,
    at: at(19),
  })
}

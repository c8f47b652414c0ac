import type { TransferEvent, TransferState } from '@portal/contract/asset/asset'
import type pg from 'pg'
import { asked, type At, type Found } from './found.ts'
import { actor, log, one, type Actor } from './lines.ts'

interface Told {
  device: Found
  /**
   * A device of the giving lab, standing for that lab. For a transfer done long ago it is not the transferred
   * device.
   */
  from: Found
  to: Found
  by: Actor
  why: string
  hours: number
  steps: readonly (readonly [event: TransferEvent, to: TransferState, by: Actor, reason?: string])[]
}

/** One transfer in each state, between two labs. */
export async function fillTransfers(
  client: pg.Client,
  own: readonly Found[],
  others: readonly Found[],
  at: At,
): Promise<void> {
  const [first, , third] = own
  const [second, , , fourth] = others
  if (!first || !second || !third || !fourth) return
  const office = actor('equipoffice')
  const told: readonly Told[] = [
    {
      device: third,
      from: fourth,
      to: third,
      by: office,
      why: '电镜实验室承担全校公共测试，集中管理',
      hours: 2000,
      steps: [
        ['create', 'awaiting_giver', office],
        ['agree', 'awaiting_receiver', fourth.director],
        ['agree', 'done', third.director],
      ],
    },
    {
      device: fourth,
      from: fourth,
      to: third,
      by: office,
      why: '教学实验课程需要',
      hours: 900,
      steps: [
        ['create', 'awaiting_giver', office],
        ['refuse', 'refused', fourth.director, '本实验室课题仍在使用，暂不调出'],
      ],
    },
    {
      device: third,
      from: third,
      to: fourth,
      by: third.director,
      why: '本实验室场地紧张',
      hours: 600,
      steps: [
        ['create', 'awaiting_receiver', third.director],
        ['cancel', 'cancelled', third.director, '场地已另行解决'],
      ],
    },
    {
      device: first,
      from: first,
      to: second,
      by: first.director,
      why: '本实验室已有同类仪器，调剂给波谱实验室教学使用',
      hours: 30,
      steps: [['create', 'awaiting_receiver', first.director]],
    },
    {
      device: second,
      from: second,
      to: first,
      by: office,
      why: '该仪器使用率较低，集中到电镜实验室共享',
      hours: 30,
      steps: [['create', 'awaiting_giver', office]],
    },
  ]
  for (const one of told) await tell(client, one, at)
}

async function tell(
  client: pg.Client,
  { device, from, to, by, why, hours, steps }: Told,
  at: At,
): Promise<void> {
  const [, state = 'awaiting_giver', , reason = null] = steps.at(-1) ?? []
  const lastAt = at(hours - (steps.length - 1) * 10)
  const id = await one(
    client,
    `insert into asset_transfer (device_id, state, state_at, reason, why, requester_id, from_lab_id,
        to_lab_id, created_at, done_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      device.id,
      state,
      lastAt,
      reason,
      why,
      by.id,
      from.labId,
      to.labId,
      at(hours),
      state === 'done' ? lastAt : null,
    ],
  )
  let before: TransferState | null = null
  for (const [i, [event, next, who, said]] of steps.entries()) {
    await log(client, 'transfer', id, {
      event,
      from: before,
      to: next,
      by: who,
      reason: said ?? null,
      at: at(hours - i * 10),
    })
    before = next
  }
  if (state !== 'awaiting_giver' && state !== 'awaiting_receiver') return
  const gives = state === 'awaiting_giver'
  await asked(client, {
    business: 'transfer',
    rowId: id,
    step: gives ? 'giver' : 'receiver',
    labId: gives ? from.labId : to.labId,
    deviceId: device.id,
    requesterId: by.id,
    title: `${gives ? '调出' : '调入'}：${device.name}`,
    since: lastAt,
  })
}

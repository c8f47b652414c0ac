import { iotOffice } from '@portal/contract/iot/iot'
import type { Ctx } from '../../kernel/ctx.ts'
import { listSilences } from '../../kernel/job-run.store.ts'
import { tell } from '../../kernel/outbox.store.ts'
import { addMinutes, shownAt } from '../../kernel/time.ts'
import { listHolders } from '../people/people.service.ts'
import * as store from './silence.store.ts'

export const SILENCE_JOB = 'iot-silence'
/** Longer than a gateway needs to start anew or to change its network. */
const SILENT_MINUTES = 15
const SHOWN = 10

/**
 * Tells the smart-monitoring office, and the directors and administrators of the laboratories concerned, once
 * that a gateway does not answer any more, and once that it does again. Returns the number of gateways.
 */
export async function tellOfSilence(ctx: Ctx): Promise<number> {
  // While the portal was down it heard none of them: they have until the next run to come back.
  if ((await listSilences(ctx.db, SILENCE_JOB, ctx.now)).length > 0) return 0
  const back = await store.takeBack(ctx)
  const silent = await store.takeSilent(ctx, addMinutes(ctx.now, -SILENT_MINUTES))
  const zone = ctx.env.CAMPUS_TZ
  await tellKeepers(ctx, back, (some) => ({
    title: some.length === 1 ? '网关已恢复通信' : `${some.length} 个网关已恢复通信`,
    body: `${nameSome(some, (g) => g.name)}已恢复通信，新的预约、授权和远程操作重新送达。`,
  }))
  await tellKeepers(ctx, silent, (some) => ({
    title: some.length === 1 ? '网关没有应答' : `${some.length} 个网关没有应答`,
    body: `${nameSome(some, (g) => `${g.name}（${shownAt(g.since, zone)} 起）`)}没有应答。在恢复前，新的预约、授权和远程操作不能送达它控制的门和开关，请检查网关的电源和网络。`,
  }))
  return back.length + silent.length
}

type Word<G> = (some: readonly G[]) => { title: string; body: string }

/** One message for each person, however many gateways; the office reads of all of them. */
async function tellKeepers<G extends { id: number }>(
  ctx: Ctx,
  gateways: readonly G[],
  word: Word<G>,
): Promise<void> {
  if (gateways.length === 0) return
  const news = { kind: 'system', mail: true } as const
  // Administrators may hold `ADMIN` alone: `holdsAny` counts it as every permission, this query does not.
  const office = await listHolders(ctx, ['ADMIN', ...iotOffice])
  await tell(ctx, { ...news, ...word(gateways), userIds: office, link: '/iot/iot-device' })
  const ids = gateways.map((g) => g.id)
  const keepers = Map.groupBy(await store.listKeepers(ctx.db, ids), (k) => k.userId)
  for (const [userId, kept] of keepers) {
    if (office.includes(userId)) continue
    const theirs = gateways.filter((g) => kept.some((k) => k.gatewayId === g.id))
    await tell(ctx, { ...news, ...word(theirs), userIds: [userId], link: '/iot-device/iot-sub-device' })
  }
}

function nameSome<G>(gateways: readonly G[], word: (gateway: G) => string): string {
  const named = gateways.slice(0, SHOWN).map(word).join('、')
  return gateways.length > SHOWN ? `${named} 等 ${gateways.length} 个网关` : named
}

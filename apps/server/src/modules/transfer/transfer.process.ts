import { transferStateWords } from '@portal/contract/asset/asset'
import { transferNumber } from '@portal/contract/asset/parts'
import { transferRefusals } from '@portal/contract/asset/transfer'
import type { Telling } from '../../kernel/binding.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { defineProcess } from '../../kernel/process.ts'
import { refuse } from '../../kernel/refuse.ts'
import * as approval from '../approval/approval.service.ts'
import { move } from '../device/device.service.ts'
import { lockReviewers } from '../lab/lab.service.ts'
import { lockDevice, readBusy, readWorld } from '../asset/asset.service.ts'
import { looksAfter, type World } from '../asset/asset.rules.ts'
import { transferFlow, type Transfer } from './transfer.flow.ts'
import * as store from './transfer.store.ts'

type Row = store.TransferRecord

const isParty = (t: Row, w: World): boolean => t.requesterId === w.userId || t.toKeeperId === w.userId
const listWords = (t: Row) => `${t.deviceName}（${t.deviceSerialId}）`

export const transfers = defineProcess<Transfer>()(approval.inbox, {
  business: 'transfer',
  flow: transferFlow,
  noun: '调拨申请',
  find: (ctx, id) => store.find(ctx.db, id),
  // Before the tasks that a step closes, and before the device: closing an account locks the person first.
  lock: async (ctx, ids) => lockReviewers(ctx, await store.listLeaving(ctx.db, ids)),
  write: (ctx, t, { to, reason }) => store.step(ctx, t.id, { from: t.state, to, reason }),

  standingOf: readWorld,
  rolesOf: (t: Row, w: World) => (t.requesterId === w.userId ? ['requester' as const] : []),
  sees: (t, w) =>
    isParty(t, w) ||
    looksAfter(w, { labId: t.fromLabId, contactId: t.contactId }) ||
    looksAfter(w, { labId: t.toLabId, contactId: null }),
  knowsAll: (w) => w.office,

  subjectOf: (t) => ({
    labId: t.state === 'awaiting_giver' ? t.fromLabId : t.toLabId,
    deviceId: t.deviceId,
    what: `${t.deviceName}（${t.fromLabName} → ${t.toLabName}）`,
    body: `${t.requesterName} 申请将 ${listWords(t)}由${t.fromLabName}调拨至${t.toLabName}。理由：${t.why}`,
    link: makeLink(t),
    requesterId: t.requesterId,
    exceptUserId: t.requesterId,
  }),
  told: ['create'],
  effects: { handDeviceOver },
  async newsOf(t, { from }, ctx, before) {
    const end = `${transferStateWords[t.state]}。${t.reason ? `原因：${t.reason}` : ''}`
    const news = { body: `${listWords(t)}由${t.fromLabName}调拨至${t.toLabName}：${end}`, link: makeLink(t) }
    const done = t.state === 'done'
    const userIds = [t.requesterId, ...(done && t.toKeeperId ? [t.toKeeperId] : [])]
    // Directors who agreed to give it away also hear that it stays.
    const given = !done && from === 'awaiting_receiver' && (await store.hasGiverAgreed(ctx.db, t.id))
    const labIds = done ? [...new Set([t.fromLabId, t.toLabId])] : given ? [t.fromLabId] : []
    const directors = await approval.findPeople(ctx, labIds.map(askDirectors))
    return [
      { ...news, userIds },
      ...labIds.map((labId, i) => ({
        ...news,
        role: { role: 'lab_director' as const, labId },
        // Who directs both labs reads it once.
        exceptUserIds: [...userIds, ...directors.slice(0, i).flatMap((d) => d.ids)],
        mail: false,
      })),
      ...(done ? newsForFormer(t, before) : []),
      ...(done && hasLeft(t) ? [newsOfLeaver(t)] : []),
    ]
  },
  screensOf: (t) => [`user:${t.requesterId}`],
  doneWords: (t) => `${transferNumber(t.id)} ${transferStateWords[t.state]}`,
})

/** For the former keeper. Without a link: the transfer does not open for who is no longer the keeper. */
function newsForFormer(t: Row, { contactId }: Row): Telling[] {
  if (contactId === null || contactId === t.contactId || contactId === t.requesterId) return []
  const what = t.fromLabId === t.toLabId ? '已改由他人负责' : `已由${t.fromLabName}调拨至${t.toLabName}`
  const body = `${listWords(t)}${what}，您不再是其负责人。`
  return [{ userIds: [contactId], title: '您不再负责该仪器', body }]
}

const askDirectors = (labId: number) =>
  ({ role: 'lab_director', labId, deviceId: null, exceptUserId: null }) as const

/** The designated keeper's account was closed after the request. */
const hasLeft = (t: Row): boolean => t.toKeeperEnabled === false
const newsOfLeaver = (t: Row): Telling => ({
  role: { role: 'lab_director', labId: t.toLabId },
  title: '请为调入的仪器指定负责人',
  body: `${listWords(t)}已调入${t.toLabName}，原定负责人${t.toKeeperName}的账号已停用，请另行指定。`,
  link: makeLink(t),
  // Whoever accepted it directs that lab, often alone, and does not know that the keeper has left.
  exceptUserId: null,
})

const makeLink = (t: { id: number }) => `/osp/asset/transfers?id=${t.id}`

/** Both sides have agreed: moves the device to the other lab. Its bookings stay valid. */
async function handDeviceOver(ctx: Ctx, t: Row): Promise<void> {
  await lockDevice(ctx, t.deviceId)
  const { scrapState, status } = await readBusy(ctx, t.deviceId)
  if (scrapState !== null || status === 'scrapped')
    throw refuse('SCRAPPED', transferRefusals.SCRAPPED, { status: 409 })
  const place = await store.findPlace(ctx.db, t.deviceId)
  if (place?.labId !== t.fromLabId)
    throw refuse('TRANSFER_MOVED', transferRefusals.TRANSFER_MOVED, { status: 409 })
  // Within a lab, null leaves room and contact as they are; in another lab the previous ones no longer fit.
  const within = t.toLabId === t.fromLabId
  // In a closed lab it could not be booked, and the director would not be told to open it for booking.
  if (!within && (await store.isLabOpen(ctx.db, t.toLabId)) === false)
    throw refuse('TRANSFER_CLOSED', transferRefusals.TRANSFER_CLOSED, { status: 409 })
  const roomId = t.toRoomId ?? (within ? place.roomId : null)
  const keeperId = hasLeft(t) ? null : t.toKeeperId
  const contactId = keeperId ?? (within ? place.contactId : null)
  await move(ctx, t.deviceId, { labId: t.toLabId, roomId, contactId })
}

import { rowStateWords } from '@portal/contract/national-report/national-report'
import { defineProcess } from '../../kernel/process.ts'
import * as approval from '../approval/approval.service.ts'
import { readWorld } from '../asset/asset.service.ts'
import { looksAfter, type World } from '../asset/asset.rules.ts'
import { nationalRowFlow, type NationalRowProcess } from './national-report.flow.ts'
import * as store from './row.store.ts'

export const nationalRows = defineProcess<NationalRowProcess>()<
  store.RowRecord,
  World,
  store.Sent,
  store.RowRecord,
  'send' | 'register'
>(approval.inbox, {
  business: 'national_row',
  flow: nationalRowFlow,
  noun: '上报数据',
  unseen: '只有设备处、仪器联系人、实验室和院系负责人可以查看',
  kind: 'system',
  told: ['send', 'register'],
  find: (ctx, id) => store.find(ctx.db, id),
  lock: (ctx, ids) => store.lock(ctx.db, ids),
  /** Values that the platform accepted are stored with the row. */
  write: (ctx, row, { from, to, reason, changes }) =>
    store.step(ctx, row.id, { from: from ?? row.state, to, reason, sent: changes ?? null }),
  after: (row, { to, reason, changes }, ctx) => ({
    ...row,
    state: to,
    stateAt: ctx.now,
    reason,
    sent: changes?.values ?? row.sent,
    sentHash: changes?.hash ?? row.sentHash,
    isOut: to === 'withdrawn' || (row.isOut && row.state !== 'withdrawn'),
  }),

  standingOf: readWorld,
  rolesOf: (_row: store.RowRecord, who: World) => (who.office ? ['office' as const] : []),
  // Heads who see the rows of their college in lists may open them.
  sees: (row, who) => looksAfter(who, row),
  knowsAll: (who) => who.office,

  effects: {},
  screensOf: () => [],
  doneWords: (row) => rowStateWords[row.state],
})

import { scrapStateWords, type ScrapEvent } from '@portal/contract/asset/asset'
import { scrapNumber } from '@portal/contract/asset/parts'
import { disposalWayWords, type ScrapDetail, type ScrapRow } from '@portal/contract/asset/scrap'
import type { Trail } from '../../kernel/binding.ts'
import type { SheetColumn } from '../../kernel/sheet.ts'
import { shownAt } from '../../kernel/time.ts'
import { showAttachment, type FileRow } from '../file/file.service.ts'
import type { PanelRecord } from '../panel/panel.service.ts'
import { asksFor } from '../approval/offices.rules.ts'
import { showDevice } from '../asset/asset.service.ts'
import { scrapFlow, type Scrapping } from './scrap.flow.ts'
import type { Scrap } from './scrap.store.ts'

type Action = ScrapRow['can'][number]
const actionOf: Partial<Record<ScrapEvent, Action>> = {
  change: 'change',
  submit: 'submit',
  approve: 'approve',
  send_back: 'send_back',
  refuse: 'refuse',
  cancel: 'cancel',
  dispose: 'dispose',
  correct_disposal: 'correct_disposal',
}

export const showRow = (s: Scrap, roles: ReadonlySet<Scrapping['role']>) =>
  ({
    id: s.id,
    number: scrapNumber(s.id),
    state: s.state,
    stateAt: s.stateAt,
    device: showDevice(s),
    requester: { id: s.requesterId, name: s.requesterName },
    priceFen: s.priceFen,
    why: s.why,
    incomeFen: s.incomeFen,
    disposedOn: s.disposedOn,
    createdAt: s.createdAt,
    can: [...scrapFlow.can(s.state, roles).flatMap((event) => actionOf[event] ?? []), 'print' as const],
  }) satisfies Record<keyof ScrapRow, unknown>

export interface Surroundings {
  roles: ReadonlySet<Scrapping['role']>
  files: readonly FileRow[]
  panels: readonly PanelRecord[]
  bookings: number
  panelFromFen: number
}

/** Which stages are still to come: not every case needs experts, and the policy decides the approvals. */
const isToCome = (s: Scrap, key: string, { panels, panelFromFen }: Surroundings): boolean =>
  key === 'panel'
    ? (s.priceFen ?? 0) >= panelFromFen || panels.length > 0
    : key === 'dept_head' || key === 'finance'
      ? asksFor(s.steps, key)
      : true

/** How often the registered disposal was corrected. */
export const countCorrections = (history: readonly { event: string }[]): number =>
  history.filter((h) => h.event === 'correct_disposal').length

export const showDetail = (s: Scrap, { progress, history }: Trail, about: Surroundings) =>
  ({
    ...showRow(s, about.roles),
    condition: s.condition,
    priceStated: s.priceStated,
    dept: s.deptName,
    room: s.room,
    boughtOn: s.boughtOn,
    reason: s.reason,
    way: s.way,
    recycler: s.recycler,
    revision: countCorrections(history),
    bookings: about.bookings,
    panelFromFen: about.panelFromFen,
    panels: about.panels.map((p) => ({ id: p.id, kind: p.kind, state: p.state, conclusion: p.conclusion })),
    files: about.files.map(showAttachment),
    progress: progress.filter((p) => p.status !== 'next' || isToCome(s, p.key, about)),
    history,
  }) satisfies Record<keyof ScrapDetail, unknown>

export const listColumns = (zone: string): readonly SheetColumn<Scrap>[] => [
  { header: '报废单号', value: (s) => scrapNumber(s.id) },
  { header: '仪器名称', width: 28, value: (s) => s.deviceName },
  { header: '资产编号', value: (s) => s.deviceSerialId },
  { header: '单位', width: 24, value: (s) => s.deptName },
  { header: '实验室', width: 24, value: (s) => s.labName },
  { header: '原值（元）', money: true, value: (s) => (s.priceFen === null ? null : s.priceFen / 100) },
  { header: '报废理由', width: 40, value: (s) => s.why },
  { header: '申请人', value: (s) => s.requesterName },
  { header: '申请时间', value: (s) => shownAt(s.createdAt, zone) },
  { header: '状态', value: (s) => scrapStateWords[s.state] },
  { header: '处置方式', value: (s) => s.way && disposalWayWords[s.way] },
  { header: '回收单位', width: 20, value: (s) => s.recycler },
  { header: '残值收入（元）', money: true, value: (s) => (s.incomeFen === null ? null : s.incomeFen / 100) },
  { header: '处置日期', value: (s) => s.disposedOn },
]

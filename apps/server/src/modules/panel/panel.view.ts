import type { PanelDetail, PanelRow } from '@portal/contract/panel/calls'
import { panelKindWords, panelStateWords, type PanelEvent } from '@portal/contract/panel/panel'
import type { Trail } from '../../kernel/binding.ts'
import type { SheetColumn } from '../../kernel/sheet.ts'
import { shownAt } from '../../kernel/time.ts'
import { panelFlow, type Panel } from './panel.flow.ts'
import type { ExpertRow, PanelRecord } from './panel.store.ts'

const isOver = (p: PanelRecord) => p.state === 'agreed' || p.state === 'disagreed'
/** An expert who has not signed must not see how the others voted. */
const mayReadOthers = (p: PanelRecord) => !p.unsignedMe || isOver(p)

export const showRow = (p: PanelRecord) =>
  ({
    id: p.id,
    business: p.business,
    rowId: p.rowId,
    kind: p.kind,
    state: p.state,
    stateAt: p.stateAt,
    title: p.title,
    requester: { id: p.requesterId, name: p.requesterName },
    experts: p.experts,
    signed: p.signed,
    agreed: mayReadOthers(p) ? p.agreed : null,
    mine: p.state === 'signing' && p.unsignedMe,
    createdAt: p.createdAt,
  }) satisfies Record<keyof PanelRow, unknown>

export const listColumns = (zone: string): SheetColumn<PanelRecord>[] => [
  { header: '论证事项', width: 36, value: (p) => p.title },
  { header: '类别', value: (p) => panelKindWords[p.kind] },
  { header: '申请人', value: (p) => p.requesterName },
  { header: '专家人数', value: (p) => p.experts },
  { header: '已签署', value: (p) => p.signed },
  { header: '同意', value: (p) => (isOver(p) ? p.agreed : null) },
  { header: '不同意', value: (p) => (isOver(p) ? p.signed - p.agreed : null) },
  { header: '状态', value: (p) => panelStateWords[p.state] },
  { header: '结论', width: 36, value: (p) => p.conclusion },
  { header: '发起时间', width: 18, value: (p) => shownAt(p.createdAt, zone) },
  { header: '状态时间', width: 18, value: (p) => shownAt(p.stateAt, zone) },
]

type Action = PanelDetail['can'][number]
const actionOf: Partial<Record<PanelEvent, Action>> = {
  change: 'change',
  call: 'call',
  void: 'recall',
  sign: 'sign',
}

const findExpert = (e: ExpertRow, open: boolean) => ({
  id: e.id,
  user: { id: e.userId, name: e.name },
  profession: e.profession,
  outside: e.outside,
  unit: e.unit,
  title: e.title,
  verdict: open ? e.verdict : null,
  opinion: open ? e.opinion : null,
  signedAt: e.signedAt,
  seal: open ? e.seal : null,
})

export const showDetail = (
  p: PanelRecord,
  about: { roles: ReadonlySet<Panel['role']>; members: ExpertRow[]; trail: Trail; userId: number },
) =>
  ({
    ...showRow(p),
    needs: {
      minExperts: p.minExperts,
      odd: p.odd,
      minLawyers: p.minLawyers,
      outsideOnly: p.outsideOnly,
      unanimous: p.unanimous,
      seniorOnly: p.seniorOnly,
      ownThird: p.ownThird,
      campusThird: p.campusThird,
    },
    statement: p.statement,
    conclusion: p.conclusion,
    members: about.members.map((e) => findExpert(e, e.userId === about.userId || mayReadOthers(p))),
    revision: p.revision,
    history: about.trail.history,
    can: [...panelFlow.can(p.state, about.roles).flatMap((e) => actionOf[e] ?? []), 'print' as const],
  }) satisfies Record<keyof PanelDetail, unknown>

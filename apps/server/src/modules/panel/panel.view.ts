import type { PanelDetail, PanelRow } from '@portal/contract/panel/calls'
import { panelEventWords, type PanelEvent } from '@portal/contract/panel/panel'
import type { LogEntry } from '../../kernel/flow-log.store.ts'
import { panelFlow, type PanelRole } from './panel.flow.ts'
import type { ExpertRow, PanelRecord } from './panel.store.ts'

export const rowOf = (p: PanelRecord) => ({
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
  agreed: p.agreed,
  mine: p.state === 'signing' && p.unsignedMe,
  createdAt: p.createdAt,
}) satisfies Record<keyof PanelRow, unknown>

type Action = PanelDetail['can'][number]
const actionOf: Partial<Record<PanelEvent, Action>> = { create: 'change', call: 'call', void: 'recall', sign: 'sign' }

/** Whoever has to wait for the others' opinions does not read them before. */
const expertOf = (e: ExpertRow, open: boolean) => ({
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

export const detailOf = (p: PanelRecord, about: { roles: ReadonlySet<PanelRole>; members: ExpertRow[]; log: LogEntry[]; userId: number }) => ({
  ...rowOf(p),
  needs: { minExperts: p.minExperts, odd: p.odd, minLawyers: p.minLawyers, outsideOnly: p.outsideOnly, unanimous: p.unanimous },
  statement: p.statement,
  conclusion: p.conclusion,
  members: about.members.map((e) => expertOf(e, e.userId === about.userId || !p.unsignedMe)),
  history: about.log.map((l) => ({ event: l.event, title: panelEventWords[l.event as PanelEvent] ?? l.event, who: l.actor ?? '系统', reason: l.reason, at: l.at })),
  can: [...panelFlow.can(p.state, about.roles).flatMap((e) => actionOf[e] ?? []), 'print' as const],
}) satisfies Record<keyof PanelDetail, unknown>

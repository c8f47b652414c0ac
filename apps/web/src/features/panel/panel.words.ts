import type { PanelNeeds, PanelRow } from '@portal/contract/panel/calls'
import { panelStateWords, type PanelKind, type PanelState } from '@portal/contract/panel/panel'
import type { ScreenPath } from '@portal/contract/screens'
import { to } from '../../lib/paths.ts'
import type { StateTone } from '../../ui/state-tag.tsx'

const tones: Record<PanelState, StateTone> = {
  draft: 'draft',
  signing: 'waiting',
  agreed: 'done',
  disagreed: 'refused',
  void: 'stopped',
}
export const panelTag = (state: PanelState): { tone: StateTone; text: string } => ({
  tone: tones[state],
  text: panelStateWords[state],
})

/** Each kind has its own page. */
export const panelPages = {
  precious: '/osp/subscribe/preciousDeviceVerify',
  import: '/osp/subscribe/entranceVerifyFill',
  scrap: '/osp/asset/scrapVerify',
} as const satisfies Record<PanelKind, ScreenPath>
export const panelAddress = (p: { id: number; kind: PanelKind }, view?: 'print'): string =>
  to(panelPages[p.kind], { id: p.id, ...(view && { view }) })

/** The page of the panel's subject. */
export const subjectAddress = (p: Pick<PanelRow, 'business' | 'rowId'>): string =>
  p.business === 'purchase'
    ? to('/osp/subscribe/subscribeFill', { id: p.rowId })
    : to('/osp/asset/scraps', { id: p.rowId })

/** What experts judge. */
export const panelMatters: Record<PanelKind, string> = {
  precious: '必要性、技术指标、选型、价格',
  import: '必要性、技术指标、选型、价格',
  scrap: '使用年限、故障与维修价值、安全与处置',
}

/** A sentence about who must be on the panel. */
export const needsWords = (n: PanelNeeds): string =>
  [
    `专家不少于 ${n.minExperts} 人${n.odd ? '，人数为单数' : ''}`,
    n.minLawyers > 0 && `其中法律专家不少于 ${n.minLawyers} 人`,
    n.outsideOnly && '技术专家须全部来自校外，申请人所在单位的人员不得参加',
    n.seniorOnly && '专家须具有副高级及以上职称',
    n.ownThird && '本单位专家不超过三分之一',
    n.campusThird && '校内专家不超过三分之一',
    n.unanimous ? '全体同意方为通过' : '过半数同意即为通过',
  ]
    .filter(Boolean)
    .join('；')

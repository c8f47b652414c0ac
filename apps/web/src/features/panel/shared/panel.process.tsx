import { panelCalls, type PanelDetail } from '@portal/contract/panel/calls'
import { panelKindWords, type PanelKind } from '@portal/contract/panel/panel'
import { useLive } from '../../../lib/live.ts'
import { to } from '../../../lib/paths.ts'
import { ButtonLink } from '../../../ui/light.tsx'
import type { Process } from '../../../ui/process/process.ts'
import { defineInbox } from '../../approval/shared/inbox-view.tsx'
import { Opinions } from '../parts/opinions.tsx'
import { PanelSummary } from '../parts/panel-summary.tsx'
import { SignPanel } from '../parts/sign-panel.tsx'
import { usePanel } from '../panel.queries.ts'
import { panelAddress, panelPages, panelTag } from '../panel.words.ts'

const panelOn = (kind: PanelKind): Process<PanelDetail, 'change'> => ({
  noun: '专家论证',
  list: { to: to(panelPages[kind]), text: '返回列表' },
  nameOf: (p) => panelKindWords[p.kind],
  tagOf: (p) => panelTag(p.state),
  useRow: (id) => usePanel({ params: { id } }, { staleTime: 0 }),
  useNews: () => useLive(['me'], [panelCalls.get]),
  Links: ({ row: p }) => <ButtonLink to={panelAddress(p, 'print')}>打印</ButtonLink>,
  Facts: ({ row: p, place }) => (
    <>
      <PanelSummary panel={p} />
      {/* While the panel is composed, the form shows the members. */}
      {!(place === 'page' && p.can.includes('change')) && <Opinions panel={p} />}
    </>
  ),
  steps: {
    change: { onPage: true, below: true },
    call: null,
    sign: { Part: SignPanel, below: true },
    recall: null,
    print: null,
  },
})
/** Each kind has its own page. */
export const panels: Record<PanelKind, Process<PanelDetail, 'change'>> = {
  precious: panelOn('precious'),
  import: panelOn('import'),
  scrap: panelOn('scrap'),
}

/** No batch decisions: each opinion is written individually. */
export const inbox = defineInbox('panel', panels.precious)

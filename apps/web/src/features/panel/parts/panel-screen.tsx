import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { PanelKind } from '@portal/contract/panel/panel'
import { ProcessPage } from '../../../ui/process/process-page.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import { usePanel } from '../panel.queries.ts'
import { panelAddress } from '../panel.words.ts'
import { panels } from '../shared/panel.process.tsx'
import { ComposePanel } from './compose-panel.tsx'
import { PanelList } from './panel-list.tsx'
import { PanelSheet } from './panel-sheet.tsx'
import { RecallPanel } from './recall-panel.tsx'

/**
 * With `id` one panel, with `view=print` for paper; without it the list of its kind. A link from the inbox
 * names the panel but not its kind.
 */
export function PanelScreen({ kind, title, intro }: { kind: PanelKind; title: string; intro?: ReactNode }) {
  const [search] = useSearchParams()
  const id = Number(search.get('id')) || 0
  if (!id) return <PanelList title={title} kind={kind} intro={intro} />
  if (search.get('view') === 'print') return <PrintedPanel id={id} />
  return (
    <ProcessPage
      key={id}
      process={panels[kind]}
      forms={{ change: ComposePanel }}
      id={id}
      home={panelAddress}
      links={(p) => p.can.includes('recall') && <RecallPanel panel={p} />}
    />
  )
}

function PrintedPanel({ id }: { id: number }) {
  const query = usePanel({ params: { id } }, { staleTime: 0 })
  return query.data ? <PanelSheet panel={query.data} /> : <Waiting query={query} rows={10} height={20} />
}

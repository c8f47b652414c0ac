import { Select } from 'antd'
import type { Graph } from '@portal/process-kit/model/graph'
import { readDiagram } from '@portal/process-kit/read/read'
import { use, useEffect, useMemo, useState } from 'react'
import { createStore, useStore } from '../../../lib/store.ts'
import { Waiting } from '../../../ui/waiting.tsx'
import { compareGraphs, type Difference } from './compare.ts'
import { useVersion, useVersions } from './design.queries.ts'
import type { KnownField } from './known-fields.ts'
import { StudioContext } from './studio.ts'
import { Drawing } from '../shared/diagram.tsx'

/** The list of processes does not load forms, so conditions show the stored field names. */
const UNKNOWN = createStore<readonly KnownField[] | null>(null)

/** A version's diagram, and its differences from another version. */
export function Comparison({ id, version }: { id: number; version: number }) {
  const versions = useVersions({ params: { id } })
  const others = (versions.data ?? []).map((v) => v.version).filter((v) => v !== version)
  const [chosen, setChosen] = useState<number | null>(null)
  const before = chosen ?? others.filter((v) => v < version).toSorted((a, b) => b - a)[0] ?? null
  const query = useVersion({ params: { id, version } })
  const other = useVersion({ params: { id, version: before ?? 0 } }, { enabled: before !== null })
  const graphs = useGraphs(other.data?.xml, query.data?.xml)
  const fields = useStore(use(StudioContext)?.fields ?? UNKNOWN)
  const differences = useMemo(() => graphs && compareGraphs(...graphs, fields ?? undefined), [graphs, fields])
  const marks = useMemo(
    () => new Map((differences ?? []).map(({ id: element, how }) => [element, `bd-${how}`])),
    [differences],
  )
  if (!query.data) return <Waiting query={query} />
  const failed = [versions, other].find((q) => q.error && !q.data)
  const said = differences && [...compareForms(other.data, query.data), ...differences]
  return (
    <div className="bd-comparison">
      <Drawing xml={query.data.xml} label={`第 ${version} 版的流程图`} marks={marks} />
      {others.length > 0 && (
        <label>
          与{' '}
          <Select
            aria-label="比较的版本"
            value={before}
            placeholder="选择版本"
            options={others.map((v) => ({ value: v, label: `第 ${v} 版` }))}
            onChange={(v: number | null) => setChosen(v)}
          />{' '}
          相比
        </label>
      )}
      {failed && <Waiting query={failed} plain />}
      {said?.length === 0 && <p className="muted">两版没有不同。</p>}
      {said && said.length > 0 && (
        <ul className="bd-differences">
          {said.map(({ how, text }, i) => (
            <li key={i} data-how={how}>
              {text}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type Bound = { form: { id: number }; formVersion: number }
/** A version of a process may differ from another by the version of its form alone. */
function compareForms(before: Bound | undefined, after: Bound): Pick<Difference, 'how' | 'text'>[] {
  if (before?.form.id !== after.form.id || before.formVersion === after.formVersion) return []
  return [{ how: 'changed', text: `表单由第 ${before.formVersion} 版改为第 ${after.formVersion} 版` }]
}

function useGraphs(before: string | undefined, after: string | undefined): readonly [Graph, Graph] | null {
  const [found, setFound] = useState<{ of: string; graphs: readonly [Graph, Graph] } | null>(null)
  const of = before === undefined || after === undefined ? null : `${before}\n${after}`
  useEffect(() => {
    if (before === undefined || after === undefined || of === null) return
    let over = false
    void Promise.all([readDiagram(before), readDiagram(after)]).then(([a, b]) => {
      if (!over && a.graph && b.graph) setFound({ of, graphs: [a.graph, b.graph] })
    })
    return () => {
      over = true
    }
  }, [before, after, of])
  return found !== null && found.of === of ? found.graphs : null
}

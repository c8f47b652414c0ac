import { modeWords, type Mode } from '@portal/process-kit/model/graph'
import { nobodyWords } from '@portal/process-kit/model/graph'
import type { previewedStep } from '@portal/contract/workflow/workflow'
import type { z } from 'zod'
import { useDebounced } from '../../../lib/debounced.ts'
import { Card, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import type { Fields } from '../../form/shared/view-context.ts'
import { usePreview } from '../workflow.queries.ts'

type Step = z.output<typeof previewedStep>
/** Milliseconds that the values must be unchanged before the preview is requested. */
const REST_MS = 1200

/** The people who will act at the current values, if everybody agrees. */
export function Preview({ id, values }: { id: number; values: Fields }) {
  const query = usePreview(id, useDebounced(values, REST_MS))
  const { data, error, refetch } = query
  return (
    <Card title="办理流程预览">
      {data ? (
        data.length > 0 ? (
          <ol className="start-steps" aria-busy={query.isFetching}>
            {data.map((step, i) => (
              <li key={`${step.node}${i}`}>
                <strong>{step.name}</strong>
                <br />
                {sayPeople(step)}
              </li>
            ))}
          </ol>
        ) : (
          <p className="muted">提交后无须他人办理。</p>
        )
      ) : error ? (
        <PageError error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton rows={3} height={40} />
      )}
      <p className="muted start-hint">按已填写的内容推算，以提交后的实际情况为准。</p>
    </Card>
  )
}

function sayPeople({ people, count, mode, nobody }: Step): string {
  if (nobody !== null)
    return `${count > 0 ? `办理人过多（${count} 人）` : '没有找到办理人'}：${nobodyWords[nobody]}`
  const how = count > 1 ? `（${isMode(mode) ? modeWords[mode] : mode}）` : ''
  if (people.length === 0) return `${count} 人${how}` // a guest is not told the names of people filled in
  const more = count > people.length ? ` 等 ${count} 人` : ''
  return `${people.join('、')}${more}${how}`
}
const isMode = (mode: string): mode is Mode => mode in modeWords

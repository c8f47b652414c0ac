import {
  dimensions,
  dimensionWords,
  MOST_MEASURES,
  pivotMeasures,
  writeKept,
  type Pivot,
  type PivotMeasure,
} from '@portal/contract/statistics/pivot'
import { measureWords } from '@portal/contract/statistics/statistics'
import { Choose } from '../../../ui/form/choose.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { PivotChoice } from './use-pivot-choice.ts'

const FIELDS = [
  { field: 'row', title: '行', none: null },
  { field: 'row2', title: '第二行维度', none: '不分' },
  { field: 'column', title: '列', none: '不分列' },
] as const

/** Choice of rows, columns and measures; combinations that are not possible cannot be chosen. */
export function PivotBar({ choice, table }: { choice: PivotChoice; table: Pivot | undefined }) {
  const { measures, choose } = choice
  // The default choice is not in the address. Once a part is chosen, the other parts are written too, so that
  // they stay.
  const change = (part: (now: URLSearchParams) => Record<string, string | undefined>) =>
    choose((now) => ({ ...(!now.has('row') && choice.cut), ...part(now) }))
  return (
    <div className="card choose-bar no-print" role="group" aria-label="行、列与指标">
      {FIELDS.map(({ field, title, none }) => (
        <Choose
          key={field}
          label={title}
          value={choice[field] ?? ''}
          title={choice[field] && dimensionWords[choice[field]].about}
          options={[
            ...(none === null ? [] : [{ value: '', label: none }]),
            ...dimensions.map((d) => ({
              value: d,
              label: dimensionWords[d].title,
              disabled: !choice.isOpen(d, field),
            })),
          ]}
          onChoose={(d) => change(() => ({ [field]: d || undefined }))}
        />
      ))}
      <fieldset className="pivot-measures">
        <legend>指标（最多 {MOST_MEASURES} 个）</legend>
        {pivotMeasures.map((m) => {
          const on = measures.includes(m)
          const fixed = on ? measures.length === 1 : measures.length >= MOST_MEASURES
          return (
            <label key={m} title={measureWords[m].formula}>
              <input
                type="checkbox"
                checked={on}
                disabled={fixed}
                onChange={() =>
                  change((now) => ({ measures: toggle(now.get('measures') ?? measures.join(), m) }))
                }
              />
              {measureWords[m].title}
            </label>
          )
        })}
      </fieldset>
      <KeptTo choice={choice} table={table} />
    </div>
  )
}

/** Measures separated by commas, in the order of the options. */
function toggle(said: string, measure: PivotMeasure): string {
  const on = said.split(',')
  return pivotMeasures.filter((m) => (m === measure ? !on.includes(m) : on.includes(m))).join()
}

/** The values to which the table is restricted, each with a button to remove it. */
function KeptTo({ choice: { only, choose }, table }: { choice: PivotChoice; table: Pivot | undefined }) {
  if (only.length === 0) return null
  return (
    <ul className="pivot-kept" aria-label="只看">
      {only.map((kept, i) => {
        const { title } = dimensionWords[kept.dimension]
        const name = table?.only[i]?.name ?? '…'
        return (
          <li key={`${kept.dimension}:${kept.key}`}>
            <button
              type="button"
              aria-label={`取消只看${title}：${name}`}
              onClick={() => choose({ only: writeKept(only.filter((_, n) => n !== i)) || undefined })}
            >
              {title}：{name} <Icon name="close" size={12} />
            </button>
          </li>
        )
      })}
    </ul>
  )
}

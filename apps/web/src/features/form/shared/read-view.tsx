import { isMissing } from '@portal/form-kit/check/check'
import { findTitle } from '@portal/form-kit/check/title'
import { findAsking, isPair } from '@portal/form-kit/components/components'
import { flatten, showRow, type ShownRule } from '@portal/form-kit/control/show'
import type { Json } from '@portal/form-kit/form/form'
import { listRules, findRowRules } from '@portal/form-kit/form/inner'
import { isObject } from '@portal/form-kit/form/scan'
import { Suspense, type ReactNode } from 'react'
import { Facts } from '../../../ui/detail/detail-page.tsx'
import { PaperFacts, PaperTable } from '../../../ui/paper.tsx'
import { drawings } from './controls/drawings.ts'
import { listValues } from './controls/options.ts'
import { findKind, readSettings, textWithin } from './settings.ts'
import type { Fields } from './view-context.ts'

// An answer for reading: names and values one after the other. Columns and tabs only help filling in, so they
// are left out; the titles of tabs and dividers become headings.

interface Props {
  items: readonly (ShownRule | string)[]
  values: Fields
  isPrint: boolean
}
type Part =
  | { fact: { label: string; value: ReactNode; wide: boolean } }
  | { heading: string }
  | { text: string }

export function ReadView({ items, values, isPrint }: Props) {
  const runs = groupFacts(listParts(items, values, isPrint), isPrint)
  return (
    <Suspense>
      {runs.map((run, i) => {
        if ('heading' in run) return <h3 key={i}>{run.heading}</h3>
        if ('text' in run)
          return (
            <p key={i} className="pre-line">
              {run.text}
            </p>
          )
        if (!isPrint) return <Facts key={i} items={run.facts} />
        return <PaperFacts key={i} items={run.facts.map(({ label, value }) => [label, value] as const)} />
      })}
    </Suspense>
  )
}

function listParts(items: Props['items'], values: Fields, isPrint: boolean): Part[] {
  return items.flatMap((item): Part[] => {
    if (typeof item === 'string') return [{ text: item }]
    if (!item.visible) return []
    const { rule } = item
    const asking = findAsking(rule)
    if (asking?.value === 'any') return []
    if (asking) {
      const value = values[rule.field ?? ''] ?? null
      const isRows = findRowRules(rule) !== null
      const shown = isMissing(value) ? null : <Value state={item} value={value} isPrint={isPrint} />
      return [{ fact: { label: findTitle(rule), value: shown, wide: isRows || asking.value === 'html' } }]
    }
    const within = () => listParts(item.children, values, isPrint)
    switch (findKind(rule)) {
      case 'tabPane':
        return [{ heading: readSettings(rule).text('label') ?? '' }, ...within()]
      case 'divider':
        return textWithin(rule) ? [{ heading: textWithin(rule) }] : []
      case 'span':
        return [{ text: textWithin(rule) }]
      case 'alert':
      case 'button':
        return []
      default:
        return within()
    }
  })
}

type Run =
  | { facts: { label: string; value: ReactNode; wide: boolean }[] }
  | { heading: string }
  | { text: string }
/** Groups consecutive facts into lists; on paper a wide fact is a list of its own. */
function groupFacts(parts: readonly Part[], isPrint: boolean): Run[] {
  const runs: Run[] = []
  for (const part of parts) {
    const last = runs.at(-1)
    if (!('fact' in part)) runs.push(part)
    else if (last && 'facts' in last && !(isPrint && (part.fact.wide || last.facts[0]?.wide)))
      last.facts.push(part.fact)
    else runs.push({ facts: [part.fact] })
  }
  return runs
}

/** One value for reading; rows as a table, or one below the other. */
function Value({ state, value, isPrint }: { state: ShownRule; value: Json; isPrint: boolean }) {
  const { rule, path } = state
  const row = findRowRules(rule)
  const component = findAsking(rule)
  if (!row || !component) {
    const Show = drawings[findKind(rule) ?? '']?.show
    if (Show) return <Show state={state} value={value} path={path} />
    return listValues(value)
      .map(String)
      .join(component && isPair(component, rule.props ?? {}) ? ' 至 ' : '、')
  }
  if (component.value === 'object')
    return (
      <ReadView items={showRow(rule, path, listFields(value))} values={listFields(value)} isPrint={isPrint} />
    )
  const asking = listRules(row.rules, '').filter((p) => findAsking(p.rule) && p.rule.field)
  const first = row.single ? asking[0]?.rule.field : undefined
  const rows = listValues(value).map((one) => (first === undefined ? listFields(one) : { [first]: one }))
  // A field without a value in any row gets no column, for example when its condition never held.
  const columns = asking.filter(({ rule: r }) => rows.some((one) => !isMissing(one[r.field ?? ''])))
  const lines = rows.map((one, i) => {
    const shown = new Map(flatten(showRow(rule, path, one)).map((s) => [s.rule.field, s]))
    return (
      <tr key={i}>
        {columns.map(({ rule: r }) => {
          const inner = shown.get(r.field)
          const said = one[r.field ?? ''] ?? null
          return (
            <td key={r.field} data-label={findTitle(r)}>
              {inner && !isMissing(said) ? <Value state={inner} value={said} isPrint={isPrint} /> : '—'}
            </td>
          )
        })}
      </tr>
    )
  })
  const heads = columns.map(({ rule: r }) => findTitle(r))
  if (isPrint) return <PaperTable heads={heads}>{lines}</PaperTable>
  return (
    <div className="fv-table" data-border>
      <table>
        <thead>
          <tr>
            {heads.map((head, i) => (
              <th key={i} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{lines}</tbody>
      </table>
    </div>
  )
}

const listFields = (value: Json): Fields => (isObject(value) ? (value as Fields) : {}) // JSON has JSON in it

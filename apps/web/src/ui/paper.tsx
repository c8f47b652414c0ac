import type { ReactNode } from 'react'
import { writeCapital } from '@portal/contract/kernel/capital-amount'
import { formatYuan } from '@portal/contract/kernel/money'
import type { HistoryEntry } from '@portal/contract/kernel/rows'
import { formatMinute } from '../lib/format.ts'
import { useSite } from '../lib/site.ts'
import { Button, ButtonLink } from './light.tsx'
import './print.css'
import './paper.css'

interface Props {
  title: string
  /** The page to return to. */
  back: { to: string; text: string }
  /** The line under the title: number, state, date. */
  head: readonly string[]
  children: ReactNode
  /** Places for signatures. */
  signs?: readonly string[]
  /** False while rows are loading, so that no half list is printed. */
  ready?: boolean
}
/** A form on A4 for filing. */
export function Paper({ title, back, head, children, signs = [], ready = true }: Props) {
  const { school } = useSite()
  return (
    <>
      <div className="paper-tools no-print">
        <Button kind="primary" disabled={!ready} onClick={() => globalThis.print()}>
          打印
        </Button>
        <ButtonLink to={back.to}>{back.text}</ButtonLink>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- wider than a phone: what scrolls sideways has to be reached by keyboard */}
      <article className="paper" aria-label={title} tabIndex={0}>
        {school && <p className="paper-school">{school}</p>}
        <h1>{title}</h1>
        <p className="paper-head">
          {head.map((h) => (
            <span key={h}>{h}</span>
          ))}
        </p>
        {children}
        {signs.length > 0 && (
          <footer className="paper-signs">
            {signs.map((s) => (
              <span key={s}>{s}：</span>
            ))}
          </footer>
        )}
      </article>
    </>
  )
}

/** Names and values, two pairs per line. */
export function PaperFacts({ items }: { items: readonly (readonly [string, ReactNode])[] }) {
  const lines = items.flatMap((_, i) => (i % 2 === 0 ? [items.slice(i, i + 2)] : []))
  return (
    <table className="paper-facts">
      <tbody>
        {lines.map((line, n) => (
          <tr key={`${n}${line[0]?.[0]}`}>
            {line.map(([name, value], i) => (
              <PaperFact key={`${i}${name}`} name={name} value={value} wide={line.length === 1 && i === 0} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
const PaperFact = ({ name, value, wide }: { name: string; value: ReactNode; wide: boolean }) => (
  <>
    <th scope="row">{name}</th>
    <td colSpan={wide ? 3 : 1}>{value ?? '—'}</td>
  </>
)

/** A table with lines; `children` are its rows. */
export const PaperTable = ({ heads, children }: { heads: readonly string[]; children: ReactNode }) => (
  <table>
    <thead>
      <tr>
        {heads.map((h, i) => (
          <th key={`${i}${h}`} scope="col">
            {h}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
)

/** An amount in capitals and in figures, as finance offices require it. */
export const PaperTotal = ({ name = '合计', fen }: { name?: string; fen: number }) => (
  <p className="paper-total">
    {name}（大写）：<b>{writeCapital(fen)}</b>
    <span>
      小写：<b>¥{formatYuan(fen)}</b>
    </span>
  </p>
)

/** Who did what and when, with the opinion. */
export const PaperHistory = ({
  title = '办理记录',
  entries,
}: {
  title?: string
  entries: readonly HistoryEntry[]
}) => (
  <>
    <h2>{title}</h2>
    <PaperTable heads={['时间', '办理', '办理人', '意见']}>
      {entries.map((e, i) => (
        <tr key={`${e.at}${i}`}>
          <td>{formatMinute(e.at)}</td>
          <td>{e.title}</td>
          <td>{e.who}</td>
          <td>{e.reason}</td>
        </tr>
      ))}
    </PaperTable>
  </>
)

import { Button, Input } from 'antd'
import { useState } from 'react'
import { passFocusOn } from '../../../lib/pass-focus.ts'
import { Icon } from '../../../ui/icon.tsx'

export interface Pair {
  first: string
  second: string
  /** What stands in place of the second text; such a row is complete without texts. */
  instead?: string
  /** The form has this row already, so it is passed on even if a text is missing. */
  isStored?: boolean
}
interface Props<P extends Pair> {
  label: string
  titles: readonly [first: string, second: string]
  add: string
  pairs: readonly P[]
  /** Called with the pairs that are filled in or stored already. */
  onChange: (pairs: readonly P[]) => void
  /** Makes a new row; called with other numbers while its second text is taken. */
  fresh: (n: number) => P
}

const isFull = ({ first, second, instead }: Pair): boolean =>
  instead !== undefined || (first.trim() !== '' && second.trim() !== '')
const counts = (pair: Pair): boolean => pair.isStored === true || isFull(pair)

const textsIn = (pairs: readonly Pair[]): string =>
  JSON.stringify(pairs.map(({ first, second }) => [first.trim(), second.trim()]))

/** The typed rows, each with what the form has in it now besides the texts. */
function renew<P extends Pair>(typed: readonly P[], pairs: readonly P[]): readonly P[] {
  const stored = pairs.values()
  return typed.map((row) =>
    counts(row) ? { ...(stored.next().value ?? row), first: row.first, second: row.second } : row,
  )
}

/** Tries from the number of rows on: the value of a deleted row, which older answers hold, rarely returns. */
function makeFresh<P extends Pair>(rows: readonly P[], fresh: (n: number) => P): P {
  const taken = new Set(rows.map(({ second }) => second.trim()))
  let n = rows.length + 1
  while (taken.has(fresh(n).second)) n++
  return fresh(n)
}

/** Rows of two texts. A new row that is half filled in stays visible but is not passed to `onChange`. */
export function PairRows<P extends Pair>({ label, titles, add, pairs, onChange, fresh }: Props<P>) {
  const [typed, setTyped] = useState<readonly P[]>(pairs)
  // Undo changes the pairs from outside; then the rows show the new pairs.
  const same = textsIn(typed.filter(counts)) === textsIn(pairs)
  const rows = same ? renew(typed, pairs) : pairs
  const put = (next: readonly P[]) => {
    setTyped(next)
    onChange(next.filter(counts))
  }
  const change = (i: number, part: Partial<Pair>) =>
    put(rows.map((row, n) => (n === i ? { ...row, ...part } : row)))
  const swap = (i: number, button: HTMLElement) => {
    const [one, other] = [rows[i], rows[i - 1]]
    if (!one || !other) return
    put(rows.toSpliced(i - 1, 2, one, other))
    // The focus goes up with the row: a second press would swap the two back. The first row has no way up.
    const above = button.closest('.fd-pair')?.previousElementSibling
    above?.querySelector<HTMLElement>(i > 1 ? 'button' : 'input')?.focus()
  }
  return (
    <div className="fd-pairs" role="group" aria-label={label}>
      {rows.map((row, i) => (
        <div key={i} className="fd-pair">
          <Input
            aria-label={`${titles[0]} ${i + 1}`}
            placeholder={titles[0]}
            value={row.first}
            status={isFull(row) ? '' : 'warning'}
            onChange={(e) => change(i, { first: e.target.value })}
          />
          <Input
            aria-label={`${titles[1]} ${i + 1}`}
            placeholder={row.instead ?? titles[1]}
            disabled={row.instead !== undefined}
            value={row.second}
            status={isFull(row) ? '' : 'warning'}
            onChange={(e) => change(i, { second: e.target.value })}
          />
          <button
            type="button"
            aria-label={`上移第 ${i + 1} 行`}
            disabled={i === 0}
            onClick={(e) => swap(i, e.currentTarget)}
          >
            <Icon name="up" size={14} />
          </button>
          <button
            type="button"
            aria-label={`删除第 ${i + 1} 行`}
            onClick={(e) => {
              passFocusOn(e.currentTarget)
              put(rows.toSpliced(i, 1))
            }}
          >
            <Icon name="close" size={14} />
          </button>
        </div>
      ))}
      {!rows.every(isFull) && <p className="prop-hint">两项都填写后才生效</p>}
      <Button size="small" onClick={() => put([...rows, makeFresh(rows, fresh)])}>
        {add}
      </Button>
    </div>
  )
}

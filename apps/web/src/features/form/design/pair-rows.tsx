import { Button, Input } from 'antd'
import { useState } from 'react'
import { Icon } from '../../../ui/icon.tsx'

export interface Pair {
  first: string
  second: string
}
interface Props<P extends Pair> {
  label: string
  titles: readonly [first: string, second: string]
  add: string
  pairs: readonly P[]
  /** Called with the pairs whose texts are both filled in. */
  onChange: (pairs: readonly P[]) => void
  fresh: (pairs: readonly P[]) => P
}

const isFull = ({ first, second }: Pair): boolean => first.trim() !== '' && second.trim() !== ''

const textsIn = (pairs: readonly Pair[]): string =>
  JSON.stringify(pairs.map(({ first, second }) => [first.trim(), second.trim()]))

/** Rows of two texts. A half-filled row stays visible but is not passed to `onChange`. */
export function PairRows<P extends Pair>({ label, titles, add, pairs, onChange, fresh }: Props<P>) {
  const [typed, setTyped] = useState<readonly P[]>(pairs)
  // Undo changes the pairs from outside; then the rows show the new pairs.
  const same = textsIn(typed.filter(isFull)) === textsIn(pairs)
  const rows = same ? typed : pairs
  const put = (next: readonly P[]) => {
    setTyped(next)
    onChange(next.filter(isFull))
  }
  const change = (i: number, part: Partial<Pair>) =>
    put(rows.map((row, n) => (n === i ? { ...row, ...part } : row)))
  const swap = (i: number) => {
    const [one, other] = [rows[i], rows[i - 1]]
    if (one && other) put(rows.toSpliced(i - 1, 2, one, other))
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
            placeholder={titles[1]}
            value={row.second}
            status={isFull(row) ? '' : 'warning'}
            onChange={(e) => change(i, { second: e.target.value })}
          />
          <button type="button" aria-label={`上移第 ${i + 1} 行`} disabled={i === 0} onClick={() => swap(i)}>
            <Icon name="up" size={14} />
          </button>
          <button type="button" aria-label={`删除第 ${i + 1} 行`} onClick={() => put(rows.toSpliced(i, 1))}>
            <Icon name="close" size={14} />
          </button>
        </div>
      ))}
      {!rows.every(isFull) && <p className="prop-hint">两项都填写后才生效</p>}
      <Button size="small" onClick={() => put([...rows, fresh(rows)])}>
        {add}
      </Button>
    </div>
  )
}

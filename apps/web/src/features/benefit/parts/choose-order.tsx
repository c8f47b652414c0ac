import { useSearchParams } from 'react-router'
import { Choose } from '../../../ui/form/choose.tsx'
import { listOptions } from '../../../ui/list/options.ts'

interface Props<By extends string> {
  label: string
  words: Record<By, string>
  by: By
  /** What the figures describe. */
  about: string
}

/** Selects by what scores are ordered or grouped; kept in the address. */
export function ChooseOrder<By extends string>({ label, words, by, about }: Props<By>) {
  const [, setSearch] = useSearchParams()
  const choose = (next: string) =>
    setSearch(
      (now) => {
        const changed = new URLSearchParams(now)
        changed.delete('page')
        changed.set('by', next)
        return changed
      },
      { preventScrollReset: true },
    )
  return (
    <div className="choose-bar no-print">
      <Choose label={label} value={by} options={listOptions(words)} onChoose={choose} />
      <span className="muted">{about}</span>
    </div>
  )
}

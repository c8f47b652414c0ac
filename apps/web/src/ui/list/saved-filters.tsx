import { MAX_FILTERS, type SavedFilter } from '@portal/contract/list-setting/list-setting'
import { askReason, say } from '../../lib/tell.ts'
import { Button } from '../light.tsx'

interface Props {
  saved: readonly SavedFilter[]
  values: Record<string, string>
  onChoose: (values: Record<string, string>) => void
  onSave: (added: SavedFilter) => Promise<void>
}

const findWord = (values: Record<string, string>): string =>
  JSON.stringify(Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** The user's named filters, and a way to save the active ones. */
export function SavedFilters({ saved, values, onChoose, onSave }: Props) {
  const now = findWord(values)
  const known = saved.some((f) => findWord(f.values) === now)
  const active = Object.keys(values).length > 0
  if (saved.length === 0 && !active) return null
  const keep = async () => {
    const name = (
      await askReason({
        title: '存为常用筛选',
        text: '以后在这个列表上方点一下即可使用，换一台电脑也在。',
        ok: '保存',
        reason: { label: '名称', required: true, maxLength: 20, line: 'text' },
      })
    )?.trim()
    if (!name) return
    try {
      await onSave({ name, values })
      say('success', `常用筛选“${name}”已保存`)
    } catch {
      // `send` has shown the failure.
    }
  }
  return (
    <div className="saved-filters" role="group" aria-label="常用筛选">
      {saved.map((f) => (
        <button
          key={f.name}
          type="button"
          className="saved-filter"
          aria-pressed={findWord(f.values) === now}
          onClick={() => onChoose(findWord(f.values) === now ? {} : f.values)}
        >
          {f.name}
        </button>
      ))}
      {active && !known && saved.length < MAX_FILTERS && (
        <Button kind="text" size="small" icon="star" onClick={() => void keep()}>
          存为常用
        </Button>
      )}
    </div>
  )
}

import { useState } from 'react'
import { MAX_FILTERS, type ListSetting } from '@portal/contract/list-setting/list-setting'
import { changeListSetting, resetListSetting } from '../../lib/list-setting.ts'
import { say } from '../../lib/tell.ts'
import { Icon } from '../icon.tsx'
import { Button } from '../light.tsx'
import type { Placed } from './columns.ts'
import type { Column } from './data-table.tsx'
import './list-settings.css'

interface Props {
  list: string
  setting: ListSetting | undefined
  columns: readonly Placed<Pick<Column<never>, 'key' | 'title' | 'main'>>[]
  onDone: () => void
}

/** The user's settings of a list: columns and their order, row height, and named filters. */
export default function ListSettings({ list, setting, columns: placed, onDone }: Props) {
  const [columns, setColumns] = useState(placed)
  const [density, setDensity] = useState(setting?.density ?? 'normal')
  const [removed, setRemoved] = useState<readonly string[]>([])
  const filters = setting?.filters.filter((f) => !removed.includes(f.name)) ?? []
  const [busy, setBusy] = useState(false)
  const main = columns.find((c) => c.column.main) ?? placed[0]

  const move = (from: number, to: number) => {
    const next = [...columns]
    const [one] = next.splice(from, 1)
    if (one) next.splice(to, 0, one)
    setColumns(next)
  }
  const take = async (work: () => Promise<void>, done: string) => {
    setBusy(true)
    try {
      await work()
      say('success', done)
      onDone()
    } catch {
      // `send` has shown the failure; the choices stay.
    } finally {
      setBusy(false)
    }
  }
  const save = () =>
    changeListSetting(list, (now) => ({
      list,
      columns: columns.map((c) => ({ key: c.column.key, shown: c.shown })),
      density,
      filters: now.filters.filter((f) => !removed.includes(f.name)),
    }))
  return (
    <form
      className="list-settings"
      onSubmit={(e) => {
        e.preventDefault()
        void take(save, '列表设置已保存')
      }}
    >
      <fieldset>
        <legend>显示的列</legend>
        <ul>
          {columns.map((c, i) => (
            <li key={c.column.key}>
              <label>
                <input
                  type="checkbox"
                  checked={c.shown}
                  disabled={c.column.key === main?.column.key}
                  onChange={(e) =>
                    setColumns(columns.map((x) => (x === c ? { ...c, shown: e.target.checked } : x)))
                  }
                />
                {c.column.title}
              </label>
              <button
                type="button"
                aria-label={`${c.column.title} 前移`}
                disabled={i === 0}
                onClick={() => move(i, i - 1)}
              >
                <Icon name="up" size={15} />
              </button>
              <button
                type="button"
                aria-label={`${c.column.title} 后移`}
                disabled={i === columns.length - 1}
                onClick={() => move(i, i + 1)}
              >
                <Icon name="down" size={15} />
              </button>
            </li>
          ))}
        </ul>
      </fieldset>
      <fieldset>
        <legend>行距</legend>
        {(['normal', 'compact'] as const).map((d) => (
          <label key={d}>
            <input type="radio" name="density" checked={density === d} onChange={() => setDensity(d)} />
            {d === 'normal' ? '标准' : '紧凑'}
          </label>
        ))}
      </fieldset>
      <fieldset>
        <legend>
          常用筛选（{filters.length}/{MAX_FILTERS}）
        </legend>
        {filters.length === 0 && <p className="muted">选好筛选条件后，可点“存为常用”保存。</p>}
        <ul>
          {filters.map((f) => (
            <li key={f.name}>
              <span>{f.name}</span>
              <button
                type="button"
                aria-label={`删除常用筛选 ${f.name}`}
                onClick={() => setRemoved([...removed, f.name])}
              >
                <Icon name="close" size={15} />
              </button>
            </li>
          ))}
        </ul>
      </fieldset>
      <footer>
        <Button type="submit" kind="primary" busy={busy}>
          保存
        </Button>
        {setting && (
          <Button onClick={() => void take(() => resetListSetting(list), '已恢复默认')}>恢复默认</Button>
        )}
      </footer>
    </form>
  )
}

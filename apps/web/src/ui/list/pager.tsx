import { PAGE_SIZES } from '@portal/contract/kernel/page'
import { Icon } from '../icon.tsx'
import './list.css'

interface Props {
  page: number
  size: number
  total: number
  /** False: there are more than `total` rows, but further pages cannot be opened. */
  exact?: boolean
  onPage: (page: number) => void
  onSize: (size: number) => void
}
const BUTTONS = 5 // page numbers shown at once

/** Up to five page numbers around the current one. */
export function pagesAround(page: number, count: number): number[] {
  const first = Math.max(0, Math.min(page - Math.floor(BUTTONS / 2), count - BUTTONS))
  return Array.from({ length: Math.min(BUTTONS, count) }, (_, i) => first + i)
}

export function Pager({ page, size, total, exact = true, onPage, onSize }: Props) {
  const count = Math.max(1, Math.ceil(total / size))
  return (
    <nav aria-label="分页" className="pager no-print">
      <span className="pager-total">{exact ? `共 ${total} 条` : `共 ${total} 条以上，可缩小筛选范围`}</span>
      <label>
        每页
        <select value={size} onChange={(e) => onSize(Number(e.target.value))}>
          {PAGE_SIZES.map((n) => (
            <option key={n} value={n}>
              {n} 条
            </option>
          ))}
        </select>
      </label>
      <ul>
        <li>
          <button type="button" aria-label="上一页" disabled={page === 0} onClick={() => onPage(page - 1)}>
            <Icon name="left" size={16} />
          </button>
        </li>
        {pagesAround(page, count).map((p) => (
          <li key={p}>
            <button
              type="button"
              aria-label={`第 ${p + 1} 页`}
              aria-current={p === page ? 'page' : undefined}
              onClick={() => onPage(p)}
            >
              {p + 1}
            </button>
          </li>
        ))}
        <li>
          <button
            type="button"
            aria-label="下一页"
            disabled={page >= count - 1}
            onClick={() => onPage(page + 1)}
          >
            <Icon name="right" size={16} />
          </button>
        </li>
      </ul>
      {exact && <span className="muted">共 {count} 页</span>}
    </nav>
  )
}

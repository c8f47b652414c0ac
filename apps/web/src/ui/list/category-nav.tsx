import type { UseQueryResult } from '@tanstack/react-query'
import { Button, Skeleton } from '../light.tsx'
import './category-nav.css'

export interface Category {
  id: number
  name: string
  count: number
}
interface Props {
  /** Noun for their content: 资料. */
  what: string
  categories: readonly Category[] | undefined
  query: Pick<UseQueryResult<unknown>, 'error' | 'refetch'>
  /** '' for all of them. */
  chosen: string
  onChoose: (id: string) => void
}

/** A list of categories beside their content. */
export function CategoryNav({ what, categories, query: { error, refetch }, chosen, onChoose }: Props) {
  const all = categories?.reduce((sum, c) => sum + c.count, 0) ?? 0
  return (
    <nav aria-label={`${what}分类`} className="card category-nav">
      {categories ? (
        <ul>
          {[
            { id: '', name: `全部${what}`, count: all },
            ...categories.map((c) => ({ ...c, id: String(c.id) })),
          ].map((c) => (
            <li key={c.id}>
              <button
                type="button"
                aria-current={c.id === chosen || undefined}
                onClick={() => onChoose(c.id)}
              >
                {c.name}
                <small>{c.count}</small>
              </button>
            </li>
          ))}
        </ul>
      ) : error ? (
        <div role="alert">
          <p>获取下载文件分类失败</p>
          <Button size="small" onClick={() => void refetch()}>
            重试
          </Button>
        </div>
      ) : (
        <Skeleton rows={4} height={30} />
      )}
    </nav>
  )
}

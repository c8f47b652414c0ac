import { Link } from 'react-router'
import { formatDay } from '../../../lib/format.ts'
import { useAsksSignIn } from '../../../lib/opens.ts'
import { Icon } from '../../../ui/icon.tsx'
import { ButtonLink, Empty, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { RichView } from '../../../ui/rich-text/rich-view.tsx'
import { useArticle } from '../guidance.queries.ts'

/** One answer, with a link to the page where it is done. */
export function Article({ id, back }: { id: number; back: string }) {
  const { data: a, error, refetch } = useArticle({ params: { id } })
  const asksSignIn = useAsksSignIn()
  return (
    <article className="article card">
      <nav aria-label="当前位置" className="no-print">
        <Link to={back}>
          <Icon name="left" size={15} /> 帮助中心
        </Link>
      </nav>
      {a ? (
        <>
          <header>
            <h1>{a.title}</h1>
            <p className="muted">更新于 {formatDay(a.updatedAt)}</p>
          </header>
          {a.bodyHtml ? <RichView html={a.bodyHtml} /> : <p className="prose">{a.body}</p>}
          {a.link && (
            <p className="no-print">
              <ButtonLink kind="primary" to={a.link}>
                {asksSignIn(a.link) ? '登录后办理' : '前往办理'}
              </ButtonLink>
            </p>
          )}
        </>
      ) : error?.status === 404 ? (
        <Empty text="该帮助不存在或已被删除">
          <ButtonLink to={back}>查看全部帮助</ButtonLink>
        </Empty>
      ) : error ? (
        <PageError error={error} level="h1" onRetry={() => void refetch()} />
      ) : (
        <Skeleton rows={8} height={22} />
      )}
    </article>
  )
}

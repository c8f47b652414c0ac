import { Link, useSearchParams } from 'react-router'
import type { ScreenPath } from '@portal/contract/screens'
import { useAsksSignIn } from '../../../lib/opens.ts'
import { to } from '../../../lib/paths.ts'
import { Icon } from '../../../ui/icon.tsx'
import { KeywordForm } from '../../../ui/keyword-form.tsx'
import { Button, ButtonLink, Card, Empty, Skeleton } from '../../../ui/light.tsx'
import { Pager } from '../../../ui/list/pager.tsx'
import { toQuery, useListState, useWithinPages } from '../../../ui/list/list-query.ts'
import { PageError } from '../../../ui/page-error.tsx'
import { HelpFiles } from '../../download/shared/help-files.tsx'
import { Article } from '../parts/article.tsx'
import { useArticles } from '../guidance.queries.ts'
import './helper.css'

/**
 * Answers to frequent questions: searchable, readable, and as files. With `id` in the address, one of them.
 */
export default function HelperPage() {
  const [search] = useSearchParams()
  const id = Number(search.get('id'))
  return Number.isSafeInteger(id) && id > 0 ? (
    <Article key={id} id={id} back={to('/osp/helper', { keyword: search.get('keyword') })} />
  ) : (
    <Articles />
  )
}

function Articles() {
  const { state, change } = useListState(['keyword'])
  const { keyword = '' } = state.filters
  const list = useArticles(toQuery(state))
  const { data, error, isPending, isFetching, refetch } = list
  useWithinPages(list, state, change)
  const asksSignIn = useAsksSignIn()
  return (
    <section className="helper" aria-label="帮助中心">
      <header className="helper-head">
        <h1>帮助中心</h1>
        <KeywordForm
          role="search"
          aria-label="查找帮助"
          words="问题关键词"
          placeholder="输入问题关键词，如：预约、结算、经费卡"
          value={keyword}
          onSearch={(word) => change({ filters: { keyword: word } })}
        >
          <Button type="submit" kind="primary" icon="search">
            查找
          </Button>
        </KeywordForm>
      </header>
      <div className="card" aria-busy={isFetching}>
        {isPending ? (
          <Skeleton rows={8} height={44} />
        ) : error && !data ? (
          <PageError error={error} onRetry={() => void refetch()} />
        ) : !data?.items.length ? (
          <Empty text={keyword ? `没有找到与“${keyword}”有关的帮助` : '还没有帮助文章'}>
            {keyword && (
              <>
                <Button onClick={() => change({ filters: {} })}>查看全部帮助</Button>
                <ButtonLink to="/osp/consulting">
                  {asksSignIn('/osp/consulting') ? '登录后在线咨询' : '在线咨询'}
                </ButtonLink>
              </>
            )}
          </Empty>
        ) : (
          <ul className="helper-list">
            {data.items.map((a) => (
              <li key={a.id}>
                <Link to={to('/osp/helper', { id: a.id, keyword })}>
                  <Icon name="help" size={20} />
                  <span>
                    <strong>{a.title}</strong>
                    <small>{a.body}</small>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
        {data && data.total > 0 && (
          <Pager
            page={state.page}
            size={state.size}
            total={data.total}
            onPage={(page) => change({ page })}
            onSize={(size) => change({ size })}
          />
        )}
      </div>
      <HelpFiles />
      <FurtherHelp />
    </section>
  )
}

function FurtherHelp() {
  const asksSignIn = useAsksSignIn()
  const link = (path: ScreenPath, text: string) => (
    <Link to={path}>{asksSignIn(path) ? `登录后${text}` : text}</Link>
  )
  return (
    <Card title="没有找到答案？">
      <p>
        可以{link('/osp/consulting', '提交咨询')}，由相关老师答复；也可以查看
        {link('/osp/policy', '政策法规')}，或{link('/share/contact', '联系我们')}
        。页面显示不正常时，可以
        {link('/osp/test', '做一次使用环境检测')}。
      </p>
    </Card>
  )
}

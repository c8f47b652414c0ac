import type { startableWorkflow } from '@portal/contract/workflow/workflow'
import { useSearchParams } from 'react-router'
import type { z } from 'zod'
import { formatAgo } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { say } from '../../../lib/tell.ts'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { Button, ButtonLink, Card, Empty } from '../../../ui/light.tsx'
import { WordSearch } from '../../../ui/list/word-search.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import { useDropDraft, useStartable } from '../workflow.queries.ts'
import './start.css'

type Startable = z.output<typeof startableWorkflow>
const OTHERS = '未分类'
const CREATE = '/bpm/create-process'

/** Chooses a process to start: by category, by keyword, or from the user's drafts. */
export function Choice() {
  const [search, setSearch] = useSearchParams()
  const keyword = search.get('keyword') ?? ''
  const query = useStartable({ query: { keyword } })
  const all = query.data ?? []
  const groups = Map.groupBy(all, ({ category }) => category ?? OTHERS)
  const asked = search.get('category') ?? ''
  // The chosen category may have no match for the keyword.
  const chosen = groups.has(asked) ? asked : ''
  const drafts = all.filter(({ draftAt }) => draftAt !== null)
  const show = (category: string) =>
    setSearch({ ...(keyword && { keyword }), ...(category && { category }) }, { replace: true })
  return (
    <section className="detail-page">
      <header className="page-head">
        <h1>发起流程</h1>
        <div className="page-extra">
          <ButtonLink to={to('/account/workflows')}>我的流程</ButtonLink>
        </div>
      </header>
      <WordSearch
        label="查找流程"
        words="流程名称、分类"
        value={keyword}
        onSearch={(words) => setSearch(words ? { keyword: words } : {})}
      />
      {!query.data ? (
        <Waiting query={query} />
      ) : all.length === 0 ? (
        <Card>
          {keyword ? (
            <Empty text="没有符合条件的流程">
              <Button onClick={() => setSearch({})}>清除筛选条件</Button>
            </Empty>
          ) : (
            <Empty text="目前没有可以发起的流程">
              <ButtonLink to={to('/account/workflows')}>查看我的流程</ButtonLink>
            </Empty>
          )}
        </Card>
      ) : (
        <>
          {drafts.length > 0 && (
            <Card title="未提交的草稿">
              <ul className="start-drafts">
                {drafts.map((workflow) => (
                  <DraftLine key={workflow.id} workflow={workflow} />
                ))}
              </ul>
            </Card>
          )}
          {groups.size > 1 && (
            <div className="start-categories" role="group" aria-label="流程分类">
              {['', ...groups.keys()].map((category) => (
                <Button
                  key={category}
                  size="small"
                  aria-pressed={category === chosen}
                  onClick={() => show(category)}
                >
                  {category || '全部'} {category ? groups.get(category)?.length : all.length}
                </Button>
              ))}
            </div>
          )}
          {[...groups]
            .filter(([category]) => chosen === '' || category === chosen)
            .map(([category, workflows]) => (
              <Card key={category} title={category}>
                <ul className="start-list">
                  {workflows.map((workflow) => (
                    <li key={workflow.id}>
                      <h3>{workflow.name}</h3>
                      {workflow.description && <p className="muted">{workflow.description}</p>}
                      <ButtonLink
                        kind="primary"
                        to={to(CREATE, { id: workflow.id })}
                        aria-label={`${workflow.draftAt ? '继续填写' : '发起'} ${workflow.name}`}
                      >
                        {workflow.draftAt ? '继续填写' : '发起'}
                      </ButtonLink>
                    </li>
                  ))}
                </ul>
              </Card>
            ))}
        </>
      )}
    </section>
  )
}

function DraftLine({ workflow: { id, name, draftAt } }: { workflow: Startable }) {
  const drop = useDropDraft()
  return (
    <li>
      <span>
        {name} <span className="muted">{formatAgo(draftAt)}暂存</span>
      </span>
      <span className="start-draft-ways">
        <ButtonLink size="small" to={to(CREATE, { id })} aria-label={`继续填写草稿 ${name}`}>
          继续填写
        </ButtonLink>
        <ConfirmButton
          size="small"
          title={`删除“${name}”的草稿？`}
          text="已填写的内容将丢失。"
          ok="删除草稿"
          onConfirm={async () => {
            await drop.run({ params: { id } })
            say('success', '草稿已删除')
          }}
        >
          删除草稿
        </ConfirmButton>
      </span>
    </li>
  )
}

import { useId, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import {
  mailRhythmWords,
  mailRhythms,
  sharedScopes,
  viewScreenWords,
  type MailRhythm,
  type StatisticView,
  type ViewScreen,
} from '@portal/contract/statistics/view'
import { scopeWords, type Scope } from '@portal/contract/statistics/statistics'
import type { ScreenPath } from '@portal/contract/screens'
import { ask, say } from '../../../lib/tell.ts'
import { to } from '../../../lib/paths.ts'
import { Button } from '../../../ui/light.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import {
  useChangeView,
  useCreateView,
  useRemoveView,
  useSubscribe,
  useUnsubscribe,
  useViews,
} from '../view.queries.ts'
import '../view.css'

const PATHS: Record<ViewScreen, ScreenPath> = {
  overview: '/statistics',
  device: '/statistic/device-statistic',
  lab: '/statistic/lab-statistic',
  pivot: '/statistic/pivot',
}
/** Parameters that are not part of a view: page of a list, uses of one cell. */
const LEFT_OUT = ['page', 'size', 'uses']

/** 我的视图: the choice on this page, saved under a name; opened, shared, and sent by mail. */
export function ViewBar({ screen, scope }: { screen: ViewScreen; scope: Scope | undefined }) {
  const query = useViews({}, { staleTime: 60_000 })
  const { data } = query
  const [saving, setSaving] = useState(false)
  return (
    <details className="card views no-print">
      <summary>我的视图{data && data.length > 0 && `（${data.length}）`}</summary>
      <p className="muted">
        视图记住本页的范围、期间和各项选择。打开视图或收到邮件时，看到的始终是您当时有权查看的数据。
      </p>
      {saving && scope ? (
        <SaveView screen={screen} scope={scope} onDone={() => setSaving(false)} />
      ) : (
        <Button size="small" disabled={!scope} onClick={() => setSaving(true)}>
          保存当前选择
        </Button>
      )}
      {!data ? (
        <Waiting plain query={query} rows={2} />
      ) : data.length === 0 ? (
        <p>还没有视图。选好范围、期间和内容后，点“保存当前选择”。</p>
      ) : (
        <ul aria-label="我的视图">
          {data.map((v) => (
            <One key={v.id} view={v} />
          ))}
        </ul>
      )}
    </details>
  )
}

function SaveView({ screen, scope, onDone }: { screen: ViewScreen; scope: Scope; onDone: () => void }) {
  const [search] = useSearchParams()
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const create = useCreateView()
  const id = useId()
  const shareable = (sharedScopes as readonly Scope[]).includes(scope)
  const save = async () => {
    const params = Object.fromEntries([...search].filter(([key, value]) => value && !LEFT_OUT.includes(key)))
    try {
      await create.run({ body: { name, screen, params: { ...params, scope }, shared: shared && shareable } })
    } catch {
      return // `send` has shown the failure; the input stays
    }
    say('success', `已保存视图“${name}”`)
    onDone()
  }
  return (
    <form
      className="views-save"
      onSubmit={(e) => {
        e.preventDefault()
        void save()
      }}
    >
      <label htmlFor={id}>视图名称</label>
      <input id={id} value={name} maxLength={40} required onChange={(e) => setName(e.target.value)} />
      {shareable && (
        <label>
          <input type="checkbox" checked={shared} onChange={(e) => setShared(e.target.checked)} />
          共享给{scopeWords[scope]}范围的同事（各人只看到自己有权的数据）
        </label>
      )}
      <Button type="submit" kind="primary" size="small" busy={create.busy} disabled={name.trim() === ''}>
        保存
      </Button>
      <Button size="small" onClick={onDone}>
        不保存
      </Button>
    </form>
  )
}

function One({ view: v }: { view: StatisticView }) {
  const change = useChangeView()
  const remove = useRemoveView()
  const [choosing, setChoosing] = useState(false)
  const quietly = (work: Promise<unknown>) => void work.catch(() => undefined) // `send` has shown the failure
  const removeIt = async () => {
    const yes = await ask({
      title: `删除视图“${v.name}”？`,
      text: '订阅了它的人不会再收到邮件。',
      ok: '删除视图',
      danger: true,
    })
    if (yes) quietly(remove.run({ params: { id: v.id } }))
  }
  return (
    <li>
      <Link to={to(PATHS[v.screen], v.params)}>{v.name}</Link>
      <span className="muted">
        {viewScreenWords[v.screen]}，{scopeWords[v.scope]}
        {v.owner && `，${v.owner} 共享`}
        {v.mine && v.shared && '，已共享'}
        {v.subscription && `，${mailRhythmWords[v.subscription.every]}`}
      </span>
      <span className="views-actions">
        {v.can.includes('subscribe') && (
          <Button
            size="small"
            aria-label={`订阅“${v.name}”`}
            aria-expanded={choosing}
            onClick={() => setChoosing(!choosing)}
          >
            订阅
          </Button>
        )}
        {v.can.includes('unsubscribe') && <Unsubscribe view={v} />}
        {v.can.includes('share') && (
          <Button
            size="small"
            busy={change.busy}
            aria-label={`${v.shared ? '取消共享' : '共享'}“${v.name}”`}
            onClick={() =>
              quietly(change.run({ params: { id: v.id }, body: { name: v.name, shared: !v.shared } }))
            }
          >
            {v.shared ? '取消共享' : '共享'}
          </Button>
        )}
        {v.can.includes('remove') && (
          <Button
            size="small"
            kind="danger"
            busy={remove.busy}
            aria-label={`删除“${v.name}”`}
            onClick={() => void removeIt()}
          >
            删除
          </Button>
        )}
      </span>
      {choosing && <Subscribe view={v} onDone={() => setChoosing(false)} />}
    </li>
  )
}

function Subscribe({ view, onDone }: { view: StatisticView; onDone: () => void }) {
  const subscribe = useSubscribe()
  const run = async (every: MailRhythm) => {
    try {
      const { to: mailbox } = await subscribe.run({ params: { id: view.id }, body: { every } })
      say('success', `已订阅，最近一期正发往 ${mailbox}`)
      onDone()
    } catch {
      // `send` has shown the failure.
    }
  }
  return (
    <span className="views-actions" role="group" aria-label="发送周期">
      {mailRhythms.map((every) => (
        <Button key={every} size="small" kind="primary" busy={subscribe.busy} onClick={() => void run(every)}>
          {mailRhythmWords[every]}
        </Button>
      ))}
    </span>
  )
}

function Unsubscribe({ view }: { view: StatisticView }) {
  const { run, busy } = useUnsubscribe()
  const stop = () =>
    void run({ params: { id: view.id } }).then(
      () => say('success', `已退订“${view.name}”`),
      () => undefined, // `send` has shown the failure
    )
  return (
    <Button size="small" busy={busy} aria-label={`退订“${view.name}”`} onClick={stop}>
      退订
    </Button>
  )
}

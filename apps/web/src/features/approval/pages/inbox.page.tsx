import { mayHaveDeputy } from '@portal/contract/approval/absence'
import { approvalCalls, type Task } from '@portal/contract/approval/approval'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { held, hold, releaseAll, type Deed } from '../../../lib/held.ts'
import { useLive } from '../../../lib/live.ts'
import { to } from '../../../lib/paths.ts'
import { useUser } from '../../../lib/session.ts'
import { useStillHere } from '../../../lib/still-here.ts'
import { useStore } from '../../../lib/store.ts'
import { ButtonLink, Empty, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { useNarrow } from '../../../ui/use-media.ts'
import { renewInbox, useTasks, useWaiting } from '../approval.queries.ts'
import { nextAfter, readShown, writeShown, type Shown } from '../inbox.rules.ts'
import { BatchDecision } from '../parts/batch-decision.tsx'
import { InboxFilter } from '../parts/inbox-filter.tsx'
import { useInboxKeys } from '../parts/inbox-keys.ts'
import { TaskList } from '../parts/task-list.tsx'
import { TaskPanel } from '../parts/task-panel.tsx'
import './inbox.css'

/** The inbox for all businesses: list and open task side by side, on a phone one after the other. */
export default function InboxPage() {
  const [search, setSearch] = useSearchParams()
  const user = useUser()
  const navigate = useNavigate()
  const shown = useMemo(() => readShown(search), [search])
  // A task that opened automatically does not take the focus, because the user may be typing into the search.
  const [unasked, setUnasked] = useState<number>()
  const show = (part: Partial<Shown>, replace = true) => {
    setUnasked(undefined)
    setSearch(writeShown({ ...shown, ...part }), { replace, preventScrollReset: true })
  }
  const { state, business, step, keyword, all } = shown
  const waiting = useWaiting()
  const {
    data,
    dataUpdatedAt,
    error,
    isPending,
    isFetching,
    hasNextPage,
    isFetchingNextPage,
    fetchNextPage,
    refetch,
  } = useTasks({ state, business: business ?? '', step: step ?? '', keyword, ...(all && { all: 'true' }) })
  useLive(['inbox'], [approvalCalls.wait, approvalCalls.tasks])
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())

  const deeds = useStore(held)
  const away = useMemo(
    () => new Set(deeds.filter((d) => d.state !== 'failed').flatMap((d) => d.tasks)),
    [deeds],
  )
  // Leaving the inbox sends the held decisions, because other pages show the server's state.
  useEffect(() => () => void releaseAll(), [])
  // Held decisions can still be undone, but their tasks are hidden here.
  const tasks = useMemo(() => (data ?? []).filter((t) => !away.has(t.id)), [data, away])
  const listed = tasks.find((t) => t.id === shown.task)
  // Live updates may remove a task from the list before its decision is answered, or while the user still
  // reads it.
  const [kept, setKept] = useState<Task>()
  if (listed && listed !== kept) setKept(listed)
  // A held task counts as answered: the browser's back button does not reopen it, undoing does.
  const isKept = kept !== undefined && kept.id === shown.task && !away.has(kept.id)
  const open = listed ?? (isKept ? kept : undefined)
  const isStillHere = useStillHere()
  useFirst(
    writeShown({ ...shown, task: undefined }).toString(),
    isFetching ? undefined : tasks[0]?.id,
    shown.task !== undefined,
    (task) => {
      if (!isStillHere()) return
      show({ task })
      setUnasked(task)
    },
  )
  // Tasks that have left the list are not decided a second time.
  const picked = tasks.filter((t) => chosen.has(t.id))
  const done = (ids: readonly number[]) => {
    const gone = new Set(ids)
    setChosen(new Set())
    // Opens the next task only if the decided one was open: a user who ticks tasks asked for no page, and may
    // have left since.
    if (isStillHere()) show({ task: open && gone.has(open.id) ? nextAfter(tasks, gone) : shown.task })
    void renewInbox()
  }
  const holdBack = (deed: Deed) =>
    hold({
      ...deed,
      after: renewInbox,
      reopen: (task) => {
        if (isStillHere()) show({ task })
        else void navigate(to('/account/audit-list', { task }))
      },
    })
  const at = open ? tasks.indexOf(open) + 1 : 0
  const place = {
    at,
    of: tasks.length,
    more: hasNextPage,
    before: at > 1,
    after: open !== undefined && at !== tasks.length,
  }
  const goTo = (by: 1 | -1) => open && show({ task: tasks[at - 1 + by]?.id ?? open.id })
  const detail = useRef<HTMLDivElement>(null)
  // The page listens, not the panel: after the last task is answered no panel is left, and Z still undoes.
  useInboxKeys(detail, { before: place.before && (() => goTo(-1)), after: place.after && (() => goTo(1)) })
  return (
    <section className="inbox" aria-labelledby="inbox-title" data-open={open ? '' : undefined}>
      <header className="page-head">
        <h1 id="inbox-title">审核任务</h1>
        <div className="page-extra no-print">
          {user && mayHaveDeputy(user) && <ButtonLink to={to('/account/absences')}>不在岗代理</ButtonLink>}
        </div>
      </header>
      <InboxFilter
        shown={shown}
        counts={withoutHeld(waiting.data?.counts ?? [], data ?? [], away)}
        onChange={(part) => (setChosen(new Set()), show({ ...part, task: undefined }))}
      />
      <div className="inbox-body">
        <div className="inbox-list card">
          {state === 'waiting' && tasks.length > 0 && (
            <BatchDecision
              tasks={tasks}
              picked={picked}
              onPick={(some: readonly Task[]) => setChosen(new Set(some.map((t) => t.id)))}
              onHold={holdBack}
              onDone={done}
            />
          )}
          {isPending ? (
            <Skeleton rows={6} height={64} />
          ) : error && !data ? (
            <PageError error={error} onRetry={() => void refetch()} />
          ) : tasks.length === 0 ? (
            <NothingHere
              shown={shown}
              onClear={() => show({ business: undefined, step: undefined, keyword: '' })}
            />
          ) : (
            <TaskList
              tasks={tasks}
              readAt={dataUpdatedAt}
              open={open?.id}
              chosen={state === 'waiting' ? chosen : undefined}
              onOpen={(task) => show({ task }, Boolean(open))}
              onChoose={setChosen}
            />
          )}
          {hasNextPage && (
            <button
              type="button"
              className="btn inbox-more"
              disabled={isFetchingNextPage}
              onClick={() => void fetchNextPage()}
            >
              {isFetchingNextPage ? '正在加载…' : '加载更多'}
            </button>
          )}
        </div>
        <div ref={detail} className="inbox-detail">
          {open ? (
            <TaskPanel
              key={open.id}
              task={open}
              quiet={open.id === unasked}
              place={place}
              onHold={(answer) => holdBack({ ...answer, title: open.title, tasks: [open.id] })}
              onDone={() => done([open.id])}
              onStep={goTo}
              onBack={() => show({ task: undefined })}
            />
          ) : (
            tasks.length > 0 && (
              <div className="card">
                <Empty text={state === 'waiting' ? '从左侧选择一项开始处理' : '从左侧选择一项查看'} />
              </div>
            )
          )}
        </div>
      </div>
    </section>
  )
}

/**
 * If list and task stand side by side, opens the first task automatically, once per query. It replaces the
 * history entry, so that going back leaves the inbox.
 */
function useFirst(asked: string, first: number | undefined, opened: boolean, open: (task: number) => void) {
  const narrow = useNarrow()
  const had = useRef<string>(undefined)
  const openFirst = useEffectEvent(open)
  useEffect(() => {
    if (opened) had.current = asked
    if (narrow || opened || first === undefined || had.current === asked) return
    had.current = asked
    openFirst(first)
  }, [narrow, opened, first, asked])
}

/** The counts without tasks whose decisions are held. */
const withoutHeld = <C extends Pick<Task, 'business' | 'step'> & { count: number }>(
  counts: readonly C[],
  tasks: readonly Task[],
  away: ReadonlySet<number>,
): C[] =>
  counts.map((c) => ({
    ...c,
    count:
      c.count - tasks.filter((t) => away.has(t.id) && t.business === c.business && t.step === c.step).length,
  }))

function NothingHere({ shown, onClear }: { shown: Shown; onClear: () => void }) {
  if (shown.business || shown.keyword)
    return (
      <Empty text="没有符合条件的任务">
        <button type="button" className="btn" onClick={onClear}>
          清除筛选条件
        </button>
      </Empty>
    )
  return (
    <Empty text={shown.state === 'done' ? '您还没有处理过任何事项' : '全部处理完毕，没有待您处理的事项'} />
  )
}

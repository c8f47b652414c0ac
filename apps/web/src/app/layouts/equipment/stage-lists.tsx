import { Link, useLocation } from 'react-router'
import { acceptanceCalls } from '@portal/contract/acceptance/acceptance'
import { approvalCalls } from '@portal/contract/approval/approval'
import { holdsAny } from '@portal/contract/kernel/permissions'
import { panelCalls } from '@portal/contract/panel/calls'
import { screens, type Screen } from '@portal/contract/screens'
import { useLive } from '../../../lib/live.ts'
import { defineRead } from '../../../lib/query.ts'
import { useUser } from '../../../lib/session.ts'
import { useCurrentInView } from '../../../ui/use-current-in-view.ts'
import type { StageList } from './stages.ts'
import '../../../ui/link-tabs.css'

const useWait = defineRead(approvalCalls.wait)
const usePanelsWaiting = defineRead(panelCalls.waiting)
const useAcceptancesWaiting = defineRead(acceptanceCalls.counts)

/** Links between the lists of a stage, each with the number of tasks that wait for the reader. */
export default function StageLists({ title, lists }: { title: string; lists: readonly StageList[] }) {
  const { pathname } = useLocation()
  const user = useUser()
  const strip = useCurrentInView<HTMLElement>(pathname)
  const asks = (...counts: StageList['count'][]) => ({
    enabled: lists.some((l) => l.count !== undefined && counts.includes(l.count)),
  })
  const tasks = useWait({}, { enabled: lists.some((l) => l.tasks !== undefined) }).data?.counts ?? []
  const at = {
    ...usePanelsWaiting({}, asks('precious', 'import')).data,
    ...useAcceptancesWaiting({}, asks('self', 'college', 'audit')).data?.waitingAt,
  }
  useLive(['me', 'inbox'], [approvalCalls.wait, panelCalls.waiting, acceptanceCalls.counts])
  const waitingAt = ({ tasks: kinds = [], count }: StageList): number =>
    (count ? (at[count] ?? 0) : 0) +
    tasks
      .filter((t) => kinds.includes(t.business) || kinds.includes(`${t.business}.${t.step}`))
      .reduce((sum, t) => sum + t.count, 0)
  const opens = ({ needs }: Screen) => !needs || holdsAny(user?.permissions ?? [], needs)
  const shown = lists.filter((l) => opens(screens[l.path]) || waitingAt(l) > 0)
  return (
    <nav ref={strip} className="link-tabs stage-lists no-print" aria-label={`${title}的列表`} data-frame>
      {shown.map((l) => {
        const waiting = waitingAt(l)
        return (
          <Link key={l.path} to={l.path} aria-current={pathname === l.path ? 'page' : undefined}>
            {l.title}
            {waiting > 0 && <span aria-label={`，待办 ${waiting} 项`}>（{waiting}）</span>}
          </Link>
        )
      })}
    </nav>
  )
}

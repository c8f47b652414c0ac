import { absenceStateWords, mayHaveDeputy, type AbsenceRow } from '@portal/contract/approval/absence'
import { EMPTY, formatDay } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { useUser } from '../../../lib/session.ts'
import { say } from '../../../lib/tell.ts'
import { DetailPage } from '../../../ui/detail/detail-page.tsx'
import { ButtonLink } from '../../../ui/light.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import type { RowAction } from '../../../ui/list/row-actions.tsx'
import { TableCard } from '../../../ui/list/table-card.tsx'
import { StateTag, type StateTone } from '../../../ui/state-tag.tsx'
import { useAbsences, useEndAbsence } from '../absence.queries.ts'
import { AbsenceForm } from '../parts/absence-form.tsx'

/** Deputies who act for absent users at every step that waits for these. */
export default function AbsencesPage() {
  const user = useUser()
  const query = useAbsences()
  const end = useEndAbsence()
  const actions: readonly RowAction<AbsenceRow>[] = [
    {
      label: '结束代理',
      can: 'end',
      danger: true,
      confirm: ({ deputy }) => ({
        title: `结束 ${deputy.name} 的代理？`,
        text: '待办任务由您本人处理，代理人不再收到。',
        ok: '结束代理',
      }),
      run: ({ id }) => end.run({ params: { id } }).then(() => say('success', '代理已结束')),
    },
  ]
  return (
    <DetailPage
      title="不在岗代理"
      query={query}
      extra={() => <ButtonLink to={to('/account/audit-list')}>审核任务</ButtonLink>}
    >
      {({ mine, forMe }) => (
        <>
          <p className="muted">
            不在岗期间，待您审核和办理的任务同时交由代理人处理；涉及本人经费的环节除外。
          </p>
          <TableCard
            title="我的代理安排"
            rows={mine}
            columns={[
              { key: 'deputy', title: '代理人', main: true, render: (a) => a.deputy.name },
              ...columns,
            ]}
            actions={actions}
            add={
              user !== null &&
              mayHaveDeputy(user) && {
                label: '安排代理',
                title: '安排代理',
                form: (close) => <AbsenceForm onDone={close} />,
              }
            }
            empty="没有安排代理"
          />
          <TableCard
            title="由我代理的"
            rows={forMe}
            columns={[{ key: 'user', title: '被代理人', main: true, render: (a) => a.user.name }, ...columns]}
            empty="没有由您代理的人员"
          />
        </>
      )}
    </DetailPage>
  )
}

const tones: Record<AbsenceRow['state'], StateTone> = {
  planned: 'waiting',
  current: 'active',
  over: 'stopped',
}
const columns: readonly Column<AbsenceRow>[] = [
  { key: 'from', title: '开始日期', render: (a) => formatDay(a.from) },
  // The absence ends when the user returns, so the last day is the day before.
  { key: 'to', title: '结束日期', render: (a) => formatDay(Date.parse(a.to) - 1) },
  { key: 'reason', title: '原因', render: (a) => a.reason ?? EMPTY },
  {
    key: 'state',
    title: '状态',
    render: ({ state }) => <StateTag tone={tones[state]} text={absenceStateWords[state]} />,
  },
]

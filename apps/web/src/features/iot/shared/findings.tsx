import { Link, useNavigate } from 'react-router'
import {
  findingKindWords,
  findingStateWords,
  type FindingRow,
  type FindingState,
} from '@portal/contract/iot/finding'
import { to } from '../../../lib/paths.ts'
import { say } from '../../../lib/tell.ts'
import type { Column } from '../../../ui/list/data-table.tsx'
import type { RowAction } from '../../../ui/list/row-actions.tsx'
import { Period } from '../../../ui/period.tsx'
import { StateTag, type StateTone } from '../../../ui/state-tag.tsx'
import { useDecideFinding } from '../iot.queries.ts'

const tones: Record<FindingState, StateTone> = {
  open: 'waiting',
  registered: 'done',
  forgiven: 'stopped',
  violated: 'refused',
}
export const FindingTag = ({ state }: { state: FindingState }) => (
  <StateTag tone={tones[state]} text={findingStateWords[state]} />
)
export const findingColumns: readonly Column<FindingRow>[] = [
  { key: 'device', title: '仪器', main: true, render: (f) => f.device.name },
  { key: 'kind', title: '类型', render: (f) => findingKindWords[f.kind] },
  { key: 'state', title: '状态', render: (f) => <FindingTag state={f.state} /> },
  { key: 'from', title: '时间', render: (f) => <Period brief from={f.from} to={f.to} /> },
  { key: 'person', title: '当事人', render: (f) => f.person?.name ?? '不明' },
  {
    key: 'booking',
    title: '预约',
    render: (f) =>
      f.bookingId !== null && (
        <Link to={to('/appointment/orderDetail', { id: f.bookingId })}>预约 {f.bookingId}</Link>
      ),
  },
  {
    key: 'why',
    title: '处理',
    render: (f) => f.decisionReason && `${f.decidedBy ?? ''}：${f.decisionReason}`,
  },
]

/** The address of the entry form for an unbooked use, filled in with what is known. */
const makeEntry = (f: FindingRow) =>
  to('/account/use-entries', {
    add: 'new',
    device: f.device.id,
    deviceName: f.device.name,
    from: f.from,
    to: f.to,
    ...(f.person && { user: f.person.id, userName: f.person.name }),
  })

/** For an unbooked use, the reviewer continues with an entry on another page. */
export const leadsToEntry = (action: RowAction<FindingRow>, f: FindingRow): boolean =>
  action.can === 'register' && f.kind === 'unbooked'

/** Decisions on a finding; none of them moves money. */
export function useFindingActions(): RowAction<FindingRow>[] {
  const write = useDecideFinding()
  const navigate = useNavigate()
  const decide =
    (verdict: 'register' | 'forgive' | 'violate', done: string) => (f: FindingRow, reason: string) =>
      write.run({ params: { id: f.id }, body: { verdict, reason } }).then(() => say('success', done))
  const what = (f: FindingRow) => `${f.device.name}${findingKindWords[f.kind]}`
  return [
    {
      label: '按实际登记',
      can: 'register',
      confirm: (f) => ({
        title: `${what(f)}：按实际登记？`,
        text:
          f.kind === 'unbooked'
            ? '记录处理结果后打开使用登记，仪器、使用人和时间已填好，请核对后登记；不产生费用。'
            : '请另行在测试单中写入实际时间；此处只记录处理结果，不改动费用。',
        ok: '按实际登记',
      }),
      reason: { label: '处理说明', required: true, maxLength: 500 },
      run: async (f, reason) => {
        await decide('register', '已记录')(f, reason)
        if (f.kind === 'unbooked') void navigate(makeEntry(f))
      },
    },
    {
      label: '不追究',
      can: 'forgive',
      confirm: (f) => ({ title: `${what(f)}：不追究？`, text: '只记录处理结果。', ok: '不追究' }),
      reason: {
        label: '处理说明',
        required: true,
        picks: ['仪器维护', '教学演示', '当面说明'],
        maxLength: 500,
      },
      run: decide('forgive', '已记录'),
    },
    {
      label: '计为违约',
      can: 'violate',
      danger: true,
      confirm: (f) => ({
        title: `${what(f)}：计为违约？`,
        text: '计入当事人的违约次数，次数过多将暂停预约；当事人可以申诉。',
        ok: '计为违约',
      }),
      reason: { label: '处理说明', required: true, maxLength: 500 },
      run: decide('violate', '已计为违约'),
    },
  ]
}

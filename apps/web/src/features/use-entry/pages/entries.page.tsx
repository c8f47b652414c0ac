import { useSearchParams } from 'react-router'
import { entryKindWord, entryKinds, type EntryRow } from '@portal/contract/use-entry/use-entry'
import { natureWords } from '@portal/contract/use-ledger/use-ledger'
import { formatMinutes } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { say } from '../../../lib/tell.ts'
import { ButtonLink, Skeleton } from '../../../ui/light.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import type { Filter } from '../../../ui/list/filters.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { Period } from '../../../ui/period.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { nameUser, readKnown } from '../entry.rules.ts'
import { EntryDetail } from '../parts/entry-detail.tsx'
import { EntryForm } from '../parts/entry-form.tsx'
import { revokeEntry, saveEntries, useEntries, useEntry } from '../use-entry.queries.ts'
import '../use-entry.css'

/** 使用登记: uses entered by hand; the form with `add` in the address, one entry with `id`. */
export default function EntriesPage() {
  const [search] = useSearchParams()
  const [add, id] = [search.get('add'), search.get('id')]
  if (id) return <One id={id} />
  if (add === 'new') return <EntryForm before={undefined} known={readKnown(search)} />
  return add ? <Corrected id={add} /> : <Entries />
}

function One({ id }: { id: string }) {
  const query = useEntry({ params: { id } })
  return <EntryDetail query={query} />
}
function Corrected({ id }: { id: string }) {
  const { data, error, refetch } = useEntry({ params: { id } })
  if (error && !data) return <PageError error={error} onRetry={() => void refetch()} />
  return data ? <EntryForm before={data} /> : <Skeleton rows={8} height={30} />
}

const add = (
  <ButtonLink kind="primary" to={to('/account/use-entries', { add: 'new' })}>
    登记使用
  </ButtonLink>
)
const Entries = () => (
  <ListPage<EntryRow>
    title="使用登记"
    rows={useEntries}
    columns={columns}
    filters={filters}
    intro={
      <p className="muted">
        没有预约的使用（机组自用、教学、维护调试等）由仪器的审核员或实验室主任、管理员凭纸质记录登记，计入使用统计，不产生费用。登记后不能修改，填错时撤销后重新登记。
      </p>
    }
    extra={add}
    actions={[
      { label: '查看', to: (e) => to('/account/use-entries', { id: e.id }) },
      {
        label: '撤销',
        can: 'revoke',
        danger: true,
        confirm: (e) => ({
          title: `撤销登记 ${e.id}？`,
          text: '这次使用将从统计中冲销，登记和凭证保留备查。可据此重新登记。',
          ok: '撤销登记',
        }),
        reason: { label: '撤销原因', required: true, maxLength: 200 },
        run: async (e, reason) => {
          await revokeEntry.run({ params: { id: e.id }, body: { reason } })
          say('success', '登记已撤销')
        },
      },
      {
        label: '重新登记',
        show: (e) => e.revoked !== null && e.replacedBy === null,
        to: (e) => to('/account/use-entries', { add: e.id }),
      },
    ]}
    onExport={saveEntries}
    empty={{ text: '还没有手工登记的使用', action: add }}
  />
)

const filters: readonly Filter[] = [
  { kind: 'text', name: 'keyword', label: '关键词', placeholder: '仪器、使用人、课题' },
  {
    kind: 'select',
    name: 'kind',
    label: '使用类型',
    options: entryKinds.map((value) => ({ value, label: entryKindWord(value) })),
  },
  { kind: 'days', name: 'from', until: 'to', label: '使用日期' },
  { kind: 'flag', name: 'revoked', label: '包括已撤销' },
]
const columns: readonly Column<EntryRow>[] = [
  {
    key: 'device',
    title: '仪器',
    main: true,
    render: (e) => (
      <>
        {e.device.name}
        <br />
        <span className="muted">{e.device.serialId}</span>
      </>
    ),
  },
  { key: 'kind', title: '使用类型', render: (e) => entryKindWord(e.kind) },
  { key: 'who', title: '使用人', render: (e) => nameUser(e) },
  {
    key: 'times',
    title: '使用时段',
    render: (e) => (
      <>
        {e.intervals.map((i) => (
          <div key={i.startAt}>
            <Period brief from={i.startAt} to={i.endAt} />
          </div>
        ))}
      </>
    ),
  },
  { key: 'minutes', title: '时长', render: (e) => formatMinutes(e.minutes) },
  { key: 'samples', title: '样品数', align: 'right', phone: false },
  { key: 'nature', title: '用途类别', render: (e) => natureWords[e.nature ?? 'unstated'], phone: false },
  { key: 'enteredBy', title: '登记人', render: (e) => e.enteredBy.name },
  {
    key: 'state',
    title: '状态',
    render: (e) =>
      e.revoked ? <StateTag tone="stopped" text="已撤销" /> : <StateTag tone="done" text="有效" />,
  },
]

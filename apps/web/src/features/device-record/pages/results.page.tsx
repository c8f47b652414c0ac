import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Claim, ResultRow } from '@portal/contract/device-record/achievements'
import {
  achievementKindWords,
  achievementLevelWords,
  claimStateWords,
} from '@portal/contract/device-record/device-record'
import { EMPTY, formatDay } from '../../../lib/format.ts'
import { say } from '../../../lib/tell.ts'
import { Button } from '../../../ui/light.tsx'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import type { Filter } from '../../../ui/list/filters.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { listOptions } from '../../../ui/list/options.ts'
import { Modal } from '../../../ui/modal.tsx'
import {
  removeResult,
  saveKeptResults,
  saveMyResults,
  useKeptResults,
  useMyResults,
} from '../device-record.queries.ts'
import { ClaimVerdict } from '../parts/claim-verdict.tsx'
import { ResultForm } from '../parts/result-form.tsx'

const tabs = [
  { key: 'mine', title: '我登记的成果' },
  { key: 'kept', title: '我负责的仪器' },
]

/**
 * 成果登记: results of the user's uses, with the instruments they acknowledge; the instruments' keepers confirm
 * them.
 */
export default function ResultsPage() {
  const [search, setSearch] = useSearchParams()
  const kept = search.get('view') === 'kept'
  // A message leads to the one result that it is about.
  const id = search.get('id')
  // A user who comes from a use enters its result at once.
  const [asked, setAsked] = useState<{ row: ResultRow | null } | null>(
    search.has('device') ? { row: null } : null,
  )
  const close = () => {
    setAsked(null)
    if (search.has('device')) setSearch({}, { replace: true })
  }
  const add = (
    <Button kind="primary" onClick={() => setAsked({ row: null })}>
      登记成果
    </Button>
  )
  return (
    <>
      <ListPage<ResultRow>
        key={String(kept)}
        title="成果登记"
        rows={kept ? useKeptResults : useMyResults}
        fixed={id ? { id } : {}}
        columns={kept ? [...columns, owner] : columns}
        filters={filters}
        intro={<LinkTabs label="成果范围" name="view" tabs={tabs} value={kept ? 'kept' : 'mine'} keep={[]} />}
        extra={!kept && add}
        actions={[
          { label: '修改', can: 'edit', show: () => !kept, run: (row) => setAsked({ row }) },
          {
            label: '删除',
            can: 'remove',
            show: () => !kept,
            danger: true,
            confirm: (row) => ({ title: `删除“${row.title}”？`, text: '删除后不能恢复。', ok: '删除成果' }),
            run: (row) =>
              removeResult.run({ params: { id: row.id } }).then(() => say('success', '成果已删除')),
          },
        ]}
        onExport={kept ? saveKeptResults : saveMyResults}
        empty={
          kept
            ? { text: '您负责的仪器还没有登记的成果' }
            : { text: '还没有登记成果：论文、专利、获奖等可在此登记并致谢所用仪器', action: add }
        }
      />
      <Modal
        open={asked !== null}
        title={asked?.row ? '修改成果' : '登记成果'}
        footer={null}
        onCancel={close}
        destroyOnHidden
        width={720}
      >
        {asked && (
          <ResultForm
            key={asked.row?.id ?? 'new'}
            row={asked.row}
            deviceId={Number(search.get('device')) || undefined}
            onDone={close}
          />
        )}
      </Modal>
    </>
  )
}

/** A result's claim on an instrument, and its confirmation by the keeper. */
const ClaimLine = ({ row, claim: c }: { row: ResultRow; claim: Claim }) => (
  <div className="claim">
    {c.device.name} <ClaimVerdict result={row} deviceId={c.device.id} claim={c} mayJudge={c.mayJudge} />
  </div>
)

const columns: readonly Column<ResultRow>[] = [
  { key: 'title', title: '成果名称', main: true, width: '26%' },
  {
    key: 'kind',
    title: '类型',
    render: (r) =>
      [achievementKindWords[r.kind], r.level && achievementLevelWords[r.level]].filter(Boolean).join(' · '),
  },
  { key: 'people', title: '完成人' },
  { key: 'achievedOn', title: '取得日期', render: (r) => formatDay(r.achievedOn) },
  {
    key: 'claims',
    title: '仪器',
    width: '32%',
    render: (r) => r.claims.map((c) => <ClaimLine key={c.device.id} row={r} claim={c} />),
  },
]
const owner: Column<ResultRow> = { key: 'owner', title: '登记人', render: (r) => r.owner?.name ?? EMPTY }
const filters: readonly Filter[] = [
  { kind: 'text', name: 'keyword', label: '关键词', placeholder: '名称、完成人、来源或编号' },
  { kind: 'select', name: 'kind', label: '类型', options: listOptions(achievementKindWords) },
  { kind: 'select', name: 'state', label: '状态', options: listOptions(claimStateWords) },
]

import { useSearchParams } from 'react-router'
import { transferStateWords } from '@portal/contract/asset/asset'
import { assetCalls } from '@portal/contract/asset/calls'
import { transferNumber } from '@portal/contract/asset/parts'
import type { TransferRow } from '@portal/contract/asset/transfer'
import { formatShort } from '../../../lib/format.ts'
import { useLive } from '../../../lib/live.ts'
import { opinionAsked, saidOrNull } from '../../../lib/opinion.ts'
import { to } from '../../../lib/paths.ts'
import { deciding } from '../../../lib/verdicts.ts'
import { ButtonLink } from '../../../ui/light.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { listOptions } from '../../../ui/list/options.ts'
import type { BatchAction } from '../../../ui/list/row-actions.tsx'
import { sinceColumn } from '../../../ui/list/since-column.ts'
import { ProcessPage } from '../../../ui/process/process-page.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { saveTransfers, decideTransfers, useTransfers } from '../asset.queries.ts'
import { transferRefusalPicks, transferTag } from '../asset.words.ts'
import { AssetNav } from '../shared/asset-nav.tsx'
import { transfer } from '../shared/transfer.process.tsx'
import { assetFilters as f, deviceColumn } from '../parts/columns.tsx'
import { PrintedTransfer } from '../parts/transfer-sheet.tsx'

/** With `id` one transfer, with `view=print` for paper; without it, all that concern the user. */
export default function TransfersPage() {
  const [search] = useSearchParams()
  const id = Number(search.get('id')) || 0
  if (!id) return <List />
  return search.get('view') === 'print' ? (
    <PrintedTransfer id={id} />
  ) : (
    <ProcessPage key={id} process={transfer} id={id} />
  )
}

const columns: readonly Column<TransferRow>[] = [
  { key: 'number', title: '调拨单', main: true, sort: 'id', width: 130, render: (t) => t.number },
  deviceColumn<TransferRow>(),
  { key: 'from', title: '调出', render: (t) => t.from.name },
  { key: 'to', title: '调入', render: (t) => t.to.name },
  { key: 'requester', title: '申请人', render: (t) => t.requester.name, phone: false },
  { key: 'state', title: '状态', render: (t) => <StateTag {...transferTag(t.state)} /> },
  { key: 'createdAt', title: '申请时间', width: 120, render: (t) => formatShort(t.createdAt), phone: false },
  { ...sinceColumn, optional: true },
]

const decide = deciding(decideTransfers, transferNumber)
const batch: readonly BatchAction<TransferRow>[] = [
  {
    label: (n) => `同意 ${n} 张`,
    can: 'agree',
    confirm: (rows) => ({
      title: `同意 ${rows.length} 张调拨？`,
      text: '每张单独处理，处理不了的会逐一说明。',
      ok: `同意 ${rows.length} 张`,
    }),
    reason: opinionAsked,
    run: (rows, said) => decide(rows, 'approve', '同意', saidOrNull(said)),
  },
  {
    label: (n) => `拒绝 ${n} 张`,
    can: 'refuse',
    danger: true,
    confirm: (rows) => ({
      title: `拒绝 ${rows.length} 张调拨？`,
      text: '仪器留在原实验室。',
      ok: `拒绝 ${rows.length} 张`,
    }),
    reason: { label: '拒绝原因', required: true, picks: transferRefusalPicks },
    run: (rows, reason) => decide(rows, 'refuse', '拒绝', reason),
  },
]

function List() {
  useLive(['me', 'inbox'], [assetCalls.transfers])
  const ask = (
    <ButtonLink kind="primary" to={to('/osp/asset/label', { do: 'transfer' })}>
      申请调拨
    </ButtonLink>
  )
  return (
    <ListPage<TransferRow>
      title="仪器调拨"
      rows={useTransfers}
      intro={<AssetNav />}
      columns={columns}
      filters={[
        f.keyword,
        f.scope,
        { kind: 'select', name: 'state', label: '状态', options: listOptions(transferStateWords) },
        f.lab,
        f.days,
      ]}
      actions={[
        {
          label: (t) => (t.can.includes('agree') ? '处理' : '查看'),
          to: (t) => to('/osp/asset/transfers', { id: t.id }),
        },
        { label: '打印', can: 'print', to: (t) => to('/osp/asset/transfers', { id: t.id, view: 'print' }) },
      ]}
      batch={batch}
      onExport={saveTransfers}
      extra={ask}
      empty={{ text: '没有仪器调拨：可从仪器标签发起申请', action: ask }}
    />
  )
}

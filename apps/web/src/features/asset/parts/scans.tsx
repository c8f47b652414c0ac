import {
  findingWords,
  scanConditionWords,
  type ScanRow,
  type StocktakeDetail,
} from '@portal/contract/asset/stocktake'
import { formatMinute } from '../../../lib/format.ts'
import { say } from '../../../lib/tell.ts'
import { Card } from '../../../ui/light.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { defineScans, takeBackScan } from '../asset.queries.ts'
import { deviceColumn, labColumn } from './columns.tsx'

const columns: readonly Column<ScanRow>[] = [
  { key: 'scannedAt', title: '时间', main: true, render: (s) => formatMinute(s.scannedAt) },
  deviceColumn<ScanRow>(),
  labColumn<ScanRow>(),
  { key: 'room', title: '房间', render: (s) => s.room ?? s.expectedRoom ?? '—' },
  { key: 'condition', title: '现状', render: (s) => scanConditionWords[s.condition] },
  {
    key: 'findings',
    title: '差异',
    render: (s) => s.findings.map((f) => findingWords[f]).join('、') || '—',
    phone: false,
  },
  { key: 'by', title: '盘点人', render: (s) => s.scannedBy.name },
]

/** What was scanned, newest first; one's own scan can be taken back while the stocktake is open. */
export const Scans = ({ stocktake }: { stocktake: StocktakeDetail }) => (
  <Card title="盘点记录">
    <ListPage<ScanRow>
      title="盘点记录"
      plain
      rows={defineScans(stocktake.id)}
      rowKey={(s) => s.device.id}
      columns={columns}
      actions={[
        {
          label: '撤销登记',
          can: 'takeBack',
          danger: true,
          confirm: (s) => ({
            title: `撤销“${s.device.name}”的盘点登记？`,
            text: `${s.device.serialId} 重新列为未盘到。`,
            ok: '撤销登记',
          }),
          run: async (s) => {
            await takeBackScan.run({
              params: { id: stocktake.id },
              body: { serialId: s.device.serialId },
            })
            say('success', `已撤销登记：${s.device.name}`)
          },
        },
      ]}
      empty={{ text: '还没有盘点登记' }}
    />
  </Card>
)

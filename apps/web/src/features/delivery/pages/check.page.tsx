import { useSearchParams } from 'react-router'
import { deliveryCalls, deliveryNumber, type DeliveryRow } from '@portal/contract/delivery/delivery'
import { useLive } from '../../../lib/live.ts'
import { opinionAsked, saidOrNull } from '../../../lib/opinion.ts'
import { to } from '../../../lib/paths.ts'
import { ProcessPage } from '../../../ui/process/process-page.tsx'
import { deciding } from '../../../lib/verdicts.ts'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { deliveryColumns, deliveryFilters as f } from '../delivery.columns.tsx'
import { auditDeliveries, saveDeliveries, useDeliveries } from '../delivery.queries.ts'
import { returnPicks } from '../delivery.words.ts'
import { PrintedDelivery } from '../parts/delivery-sheet.tsx'
import { checked } from '../shared/delivery.process.tsx'

const PATH = '/osp/storage/invitationAuditInfo'
const c = deliveryColumns(PATH)

/**
 * Suppliers' entries beside the contract; with `id` in the address, one delivery to check; `view=print` for
 * paper.
 */
export default function CheckPage() {
  const [search] = useSearchParams()
  const id = Number(search.get('id')) || 0
  if (!id) return <Deliveries />
  if (search.get('view') === 'print') return <PrintedDelivery id={id} back={to(PATH, { id })} />
  return <ProcessPage key={id} process={checked} id={id} />
}

function Deliveries() {
  useLive(['inbox'], [deliveryCalls.list])
  const run = deciding(auditDeliveries, deliveryNumber)
  return (
    <ListPage<DeliveryRow>
      title="设备信息核对"
      rows={useDeliveries}
      columns={[c.number, c.title, c.supplier, c.contract, c.by, c.pieces, c.total, c.state, c.since]}
      filters={[f.keyword, f.state, f.overdue, f.days]}
      onExport={saveDeliveries}
      actions={[
        { label: (d) => (d.can.includes('approve') ? '核对' : '查看'), to: (d) => to(PATH, { id: d.id }) },
      ]}
      batch={[
        {
          label: (n) => `通过 ${n} 单`,
          can: 'approve',
          confirm: (rows) => ({
            title: `核对通过 ${rows.length} 单？`,
            text: '每单单独处理，处理不了的会逐一说明。',
            ok: `核对通过 ${rows.length} 单`,
          }),
          reason: opinionAsked,
          run: (rows, said) => run(rows, 'approve', '通过', saidOrNull(said)),
        },
        {
          label: (n) => `退回 ${n} 单`,
          can: 'send_back',
          danger: true,
          confirm: (rows) => ({
            title: `退回 ${rows.length} 单？`,
            text: '供应商会收到退回原因，修改后重新提交。',
            ok: `退回 ${rows.length} 单`,
          }),
          reason: { label: '退回原因', required: true, picks: returnPicks },
          run: (rows, reason) => run(rows, 'send_back', '退回', reason),
        },
      ]}
      empty={{ text: '还没有供货单：登记采购合同后，由供应商填写设备信息' }}
    />
  )
}

import { deliveryCalls, type DeliveryRow } from '@portal/contract/delivery/delivery'
import { useLive } from '../../../lib/live.ts'
import { to } from '../../../lib/paths.ts'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { deliveryColumns, deliveryFilters as f } from '../delivery.columns.tsx'
import { useDeliveries } from '../delivery.queries.ts'

const PATH = '/osp/storage/providerDevice'
const c = deliveryColumns(PATH)

/** The deliveries of a supplier. */
export function SupplierDeliveries({ plain, prefix }: { plain?: true; prefix?: string }) {
  useLive(['inbox'], [deliveryCalls.list])
  return (
    <ListPage<DeliveryRow>
      {...(plain && { plain })}
      {...(prefix !== undefined && { prefix })}
      title="供货单"
      rows={useDeliveries}
      columns={[c.number, c.title, c.contract, c.by, c.pieces, c.total, c.state]}
      filters={plain ? [] : [f.keyword, f.state, f.overdue]}
      actions={[
        {
          label: (d) => (d.can.includes('save') ? '填写设备信息' : '查看'),
          to: (d) => to(PATH, { id: d.id }),
        },
      ]}
      empty={{ text: '还没有供货单：学校登记合同后会在这里出现' }}
    />
  )
}

import { Link } from 'react-router'
import { acceptanceNumber, acceptanceStateWords } from '@portal/contract/acceptance/acceptance'
import { deliveryNumber, deliveryStateWords } from '@portal/contract/delivery/delivery'
import type { PurchaseDetail } from '@portal/contract/purchase/rows'
import { stockInNumber, stockInStateWords, type StockInState } from '@portal/contract/stock-in/stock-in'
import { tenderStateWords } from '@portal/contract/tender/tender'
import { formatMinute } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { useUser } from '../../../lib/session.ts'
import { Card } from '../../../ui/light.tsx'
import { DataTable } from '../../../ui/list/data-table.tsx'
import { addressOfTask } from '../../approval/shared/address.ts'
import {
  useFollowingAcceptances,
  useFollowingDeliveries,
  useFollowingStockIn,
  useFollowingStockIns,
  useFollowingTenders,
} from '../purchase.queries.ts'

interface Step {
  key: string
  stage: string
  number: string
  to: string
  state: string
  at: string
}
const SIZE = 50

/**
 * What followed a purchase, as far as the reader may see it: each list returns only the reader's own rows.
 */
const followingSteps = {
  awaiting_info: 'info',
  awaiting_card_owner: 'card_owner',
  awaiting_finance: 'finance',
  awaiting_store: 'store',
  stored: 'store',
} as const satisfies Record<StockInState, string>

export function Following({ purchase: p }: { purchase: PurchaseDetail }) {
  // Suppliers enter deliveries on their own page; all others read them on the page where they are checked.
  const supplier = useUser()?.roles.includes('SUPPLIER') ?? false
  const query = { query: { purchaseId: p.id, size: SIZE } }
  const tenders = useFollowingTenders(query)
  const deliveries = useFollowingDeliveries(query)
  const acceptances = useFollowingAcceptances(query)
  const stockIns = useFollowingStockIns(query)
  const steps: Step[] = [
    ...(tenders.data?.items ?? []).map((t) => ({
      key: `t${t.id}`,
      stage: '招标采购',
      number: t.number,
      to: addressOfTask({ business: 'tender', step: 'evaluate', rowId: t.id }),
      state: tenderStateWords[t.state],
      at: t.stateAt,
    })),
    ...(deliveries.data?.items ?? []).map((d) => ({
      key: `d${d.id}`,
      stage: '供货',
      number: deliveryNumber(d.id),
      to: addressOfTask({
        business: 'delivery',
        step: supplier ? 'entry' : 'check',
        rowId: d.id,
      }),
      state: deliveryStateWords[d.state],
      at: d.stateAt,
    })),
    ...(acceptances.data?.items ?? []).map((a) => ({
      key: `a${a.id}`,
      stage: '验收',
      number: acceptanceNumber(a.id),
      state: acceptanceStateWords[a.state],
      at: a.stateAt,
      to: addressOfTask({
        business: 'acceptance',
        step: a.can.includes('approve') ? 'audit' : a.scale === 'small' ? 'fill' : 'sign',
        rowId: a.id,
      }),
    })),
    ...(stockIns.data?.items ?? []).map((s) => ({
      key: `s${s.id}`,
      stage: '入库',
      number: stockInNumber(s.id),
      state: stockInStateWords[s.state],
      at: s.stateAt,
      to: addressOfTask({
        business: 'stock_in',
        step: followingSteps[s.state],
        rowId: s.id,
      }),
    })),
  ]
  if (steps.length === 0) return null
  const stored = stockIns.data?.items.filter((s) => s.state === 'stored') ?? []
  return (
    <Card title="后续办理">
      <DataTable
        caption="后续办理"
        rows={steps}
        rowKey={(s) => s.key}
        columns={[
          { key: 'number', title: '单号', main: true, render: (s) => <Link to={s.to}>{s.number}</Link> },
          { key: 'stage', title: '环节' },
          { key: 'state', title: '状态' },
          { key: 'at', title: '状态时间', render: (s) => formatMinute(s.at) },
        ]}
      />
      {stored.map((s) => (
        <Devices key={s.id} stockInId={s.id} />
      ))}
    </Card>
  )
}

const SHOWN = 20
/** The instruments of one stock-in order. */
function Devices({ stockInId }: { stockInId: number }) {
  const { data } = useFollowingStockIn({ params: { id: stockInId } })
  const pieces = data?.pieces.filter((p) => p.deviceId !== null) ?? []
  if (pieces.length === 0) return null
  return (
    <p className="following-devices">
      入库仪器：
      {pieces.slice(0, SHOWN).map((p) => (
        <span key={p.id}>
          <Link to={to('/dashboard/deviceDetail', { id: p.deviceId })}>
            {p.name} {p.assetNumber}
          </Link>
          {p.opens && (
            <Link className="following-open" to={to('/open-sharing/open-set', { deviceId: p.deviceId })}>
              开放设置
            </Link>
          )}
        </span>
      ))}
      {pieces.length > SHOWN && (
        <Link to={addressOfTask({ business: 'stock_in', step: 'store', rowId: stockInId })}>
          全部 {pieces.length} 台
        </Link>
      )}
    </p>
  )
}

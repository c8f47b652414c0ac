import { Navigate, useLocation } from 'react-router'
import { stockInCalls, type StockInDetail } from '@portal/contract/stock-in/stock-in'
import { useLive } from '../../../lib/live.ts'
import { to } from '../../../lib/paths.ts'
import { useStage } from '../../../lib/stage.ts'
import type { ScreenPath } from '../../../lib/screen-paths.ts'
import { DetailPage } from '../../../ui/detail/detail-page.tsx'
import { History } from '../../../ui/detail/history.tsx'
import { ProgressStrip, stepsOf } from '../../../ui/detail/progress-strip.tsx'
import { ButtonLink, Card } from '../../../ui/light.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { useStockIn } from '../stock-in.queries.ts'
import { stockInTag } from '../stock-in.words.ts'
import { CorrectForm } from './correct-form.tsx'
import { Decide } from './decide.tsx'
import { VoucherForm } from './voucher-form.tsx'
import { StockInForm } from './stock-in-form.tsx'
import { StockInSummary } from './stock-in-summary.tsx'

interface Props {
  id: number
  /** The screen of the step it waits at, where there is more than one. */
  home?: (s: StockInDetail) => ScreenPath
}
/** One order, whoever looks: what he may do stands first. */
export function StockInView({ id, home }: Props) {
  const { pathname } = useLocation()
  const query = useStockIn({ params: { id } }, { staleTime: 0 })
  useLive(['me'], [stockInCalls.get])
  useStage(query.data?.stage)
  const right = query.data && home?.(query.data)
  if (right && right !== pathname) return <Navigate to={to(right, { id })} replace />
  return (
    <DetailPage
      query={query}
      name="入库单"
      list={{ to: to('/osp/storage/list'), text: '验收入库单' }}
      title={(s) => (
        <>
          入库单 {s.number} <StateTag {...stockInTag(s.state)} />
        </>
      )}
      extra={(s) => <Actions order={s} />}
    >
      {(s) => (
        <>
          <ProgressStrip steps={stepsOf(s.progress)} />
          <Decide key={s.stateAt} order={s} />
          {s.can.includes('voucher') && <VoucherForm key={`v${s.voucherNumber}${s.paidOn}`} order={s} />}
          <StockInSummary order={s} editing={s.can.includes('change')} />
          {s.can.includes('change') && <StockInForm key={s.stateAt} order={s} />}
          {s.can.includes('correct') && <CorrectForm key={`c${s.stateAt}`} order={s} />}
          <Card title="办理记录">
            <History entries={s.history} />
          </Card>
        </>
      )}
    </DetailPage>
  )
}

function Actions({ order: s }: { order: StockInDetail }) {
  const devices = s.pieces.flatMap((p) => p.deviceId ?? [])
  return (
    <>
      {devices.length > 0 && (
        <ButtonLink kind="primary" to={to('/osp/storage/storageFinish', { devices: devices.join(',') })}>
          打印标签（{devices.length}）
        </ButtonLink>
      )}
      <ButtonLink to={to('/osp/storage/storageFinish', { id: s.id, print: 1 })}>打印入库单</ButtonLink>
    </>
  )
}

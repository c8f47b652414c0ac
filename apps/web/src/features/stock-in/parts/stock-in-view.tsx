import type { UseQueryResult } from '@tanstack/react-query'
import type { StockInDetail } from '@portal/contract/stock-in/stock-in'
import type { Failure } from '../../../lib/failure.ts'
import { to } from '../../../lib/paths.ts'
import { DetailPage } from '../../../ui/detail/detail-page.tsx'
import { History } from '../../../ui/detail/history.tsx'
import { ProgressStrip, stepsOf } from '../../../ui/detail/progress-strip.tsx'
import { ButtonLink, Card } from '../../../ui/light.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { stockInTag } from '../stock-in.words.ts'
import { CorrectForm } from './correct-form.tsx'
import { Decide } from './decide.tsx'
import { StockInForm } from './stock-in-form.tsx'
import { StockInSummary } from './stock-in-summary.tsx'

/** One order, whoever looks: what he may do stands first. */
export function StockInView({ query }: { query: UseQueryResult<StockInDetail, Failure> }) {
  return (
    <DetailPage
      query={query}
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

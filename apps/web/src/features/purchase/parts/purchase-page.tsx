import type { ReactNode } from 'react'
import { purchaseCalls } from '@portal/contract/purchase/calls'
import type { PurchaseDetail } from '@portal/contract/purchase/rows'
import { formatMoney } from '../../../lib/format.ts'
import { useLive } from '../../../lib/live.ts'
import { to } from '../../../lib/paths.ts'
import { useStage } from '../../../lib/stage.ts'
import { say } from '../../../lib/tell.ts'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { DetailPage } from '../../../ui/detail/detail-page.tsx'
import { History } from '../../../ui/detail/history.tsx'
import { ProgressStrip, stepsOf } from '../../../ui/detail/progress-strip.tsx'
import { ButtonLink, Card } from '../../../ui/light.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { useCancelPurchase, usePurchase, useTerminate, useVoidAward } from '../purchase.queries.ts'
import { purchaseTag, terminatePicks } from '../purchase.words.ts'
import { Certificates } from './certificates.tsx'
import { ContractForm } from './contract-form.tsx'
import { DecidePurchase, isDecidable } from './decide-purchase.tsx'
import { Following } from './following.tsx'
import { Panels, PurchaseSummary } from './purchase-summary.tsx'
import { QuotesForm } from './quotes-form.tsx'
import { Warnings } from './warnings.tsx'

/** One purchase with all that may be done about it now. `draft` draws it where it is still to be filled in. */
export function PurchasePage({ id, draft }: { id: number; draft?: (p: PurchaseDetail) => ReactNode }) {
  const query = usePurchase({ params: { id } }, { staleTime: 0 })
  useLive(['me'], [purchaseCalls.get])
  useStage(query.data?.stage)
  return (
    <DetailPage
      query={query}
      name="申购单"
      list={{ to: to('/osp/subscribe/list'), text: '申购单查询' }}
      title={(p) => (
        <>
          申购单 {p.number} <StateTag {...purchaseTag(p.state)} />
        </>
      )}
      extra={(p) => <Actions purchase={p} />}
    >
      {(p) => (
        <>
          <ProgressStrip steps={stepsOf(p.progress)} />
          <Warnings texts={p.warnings} />
          {p.can.includes('change') && draft ? (
            <>
              {p.panels.length > 0 && <Panels purchase={p} />}
              {draft(p)}
            </>
          ) : (
            <>
              {isDecidable(p) && <DecidePurchase key={p.stateAt} purchase={p} />}
              {p.can.includes('quote') && (
                <QuotesForm
                  key={`quotes${p.quotes.map((q) => `${q.supplier.id}:${q.amountFen}`).join()}`}
                  purchase={p}
                />
              )}
              {p.can.includes('sign_contract') && <ContractForm purchase={p} />}
              {p.can.includes('certify') && <Certificates purchase={p} />}
              {p.method !== null && <Following purchase={p} />}
              <PurchaseSummary purchase={p} />
            </>
          )}
          <Card title="办理记录">
            <History entries={p.history} />
          </Card>
        </>
      )}
    </DetailPage>
  )
}

function Actions({ purchase: p }: { purchase: PurchaseDetail }) {
  const cancel = useCancelPurchase()
  const voidAward = useVoidAward()
  const terminate = useTerminate()
  const params = { id: p.id }
  return (
    <>
      <ButtonLink to={to('/osp/subscribe/subscribeFill', { id: p.id, view: 'print' })}>打印</ButtonLink>
      {p.can.includes('void_award') && (
        <ConfirmButton
          title="成交作废？"
          text="申购回到采购环节，需重新选择供应商。"
          ok="成交作废"
          cancel="保留成交"
          reason={{ label: '作废原因', required: true, picks: ['供应商放弃', '未能签订合同', '资质不符'] }}
          onConfirm={(reason) =>
            voidAward.run({ params, body: { reason } }).then(() => say('success', '成交已作废'))
          }
        >
          成交作废
        </ConfirmButton>
      )}
      {p.can.includes('terminate') && p.arrival && (
        <ConfirmButton
          title="终止合同？"
          text={`未验收的 ${p.arrival.open.count} 台（${formatMoney(p.arrival.open.fen)}）不再供货，进行中的验收一并取消；${p.arrival.kept.count ? `已验收的 ${p.arrival.kept.count} 台照常入库，申购随之完成。` : '申购到此结束。'}终止后不能恢复。`}
          ok="终止合同"
          cancel="继续履行"
          reason={{ label: '终止原因', required: true, picks: terminatePicks }}
          onConfirm={(reason) =>
            terminate.run({ params, body: { reason } }).then(() => say('success', '合同已终止'))
          }
        >
          终止合同
        </ConfirmButton>
      )}
      {p.can.includes('cancel') && (
        <ConfirmButton
          title="取消这次申购？"
          text="取消后不能恢复，进行中的论证和招标一并终止。"
          ok="取消申购"
          cancel="保留申购"
          reason={{ label: '取消原因', required: true, picks: ['不再需要', '改用现有仪器', '经费调整'] }}
          onConfirm={(reason) =>
            cancel.run({ params, body: { reason } }).then(() => say('success', '申购已取消'))
          }
        >
          取消申购
        </ConfirmButton>
      )}
    </>
  )
}

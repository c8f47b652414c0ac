import { useSearchParams } from 'react-router'
import {
  settlementCalls,
  type SettlementDetail,
  type SettlementRow,
} from '@portal/contract/settlement/settlement'
import { useLive } from '../../../lib/live.ts'
import { to } from '../../../lib/paths.ts'
import { say } from '../../../lib/tell.ts'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { DetailPage } from '../../../ui/detail/detail-page.tsx'
import { History } from '../../../ui/detail/history.tsx'
import { ProgressStrip, stepsOf } from '../../../ui/detail/progress-strip.tsx'
import { ButtonLink, Card } from '../../../ui/light.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { idsOf } from '../form.rules.ts'
import { CreateSettlement } from '../parts/create-settlement.tsx'
import { DecideSettlement } from '../parts/decide-settlement.tsx'
import { settlementRowActions, useSettlementBatch } from '../parts/list-actions.tsx'
import { PostingForm, RefundForm } from '../parts/finance-records.tsx'
import { RemitForm } from '../parts/remit-form.tsx'
import { SettlementSummary } from '../parts/settlement-summary.tsx'
import { settlementColumns as c, settlementFilters as f } from '../settlement.columns.tsx'
import {
  saveSettlements,
  useAskReversal,
  useCancelSettlement,
  useSettlement,
  useSettlements,
} from '../settlement.queries.ts'
import { wholeTag } from '../settlement.words.ts'

/** `id`: one settlement; `testOrders`: new ones of these; `all`: of all that wait, as filtered; none of them: all I have to do with. */
export default function PayOrderPage() {
  const [search] = useSearchParams()
  const id = Number(search.get('id')) || 0
  const testOrderIds = idsOf(search.get('testOrders'))
  if (id) return <Settlement key={id} id={id} />
  const asked = Object.fromEntries(
    ['keyword', 'labId', 'payerId'].flatMap((name) => (search.get(name) ? [[name, search.get(name)]] : [])),
  )
  const wanted = testOrderIds.length
    ? { testOrderIds: testOrderIds.join() }
    : search.has('all')
      ? asked
      : null
  return wanted ? <CreateSettlement key={JSON.stringify(wanted)} wanted={wanted} /> : <MySettlements />
}

function Settlement({ id }: { id: number }) {
  const query = useSettlement({ query: { id } }, { staleTime: 0 })
  useLive(['me'], [settlementCalls.detail])
  return (
    <DetailPage
      query={query}
      name="结算单"
      list={{ to: to('/account/payOrderDetail'), text: '我的结算单' }}
      title={(s) => (
        <>
          结算单 {s.number} <StateTag {...wholeTag(s)} />
        </>
      )}
      extra={(s) => <Actions settlement={s} />}
    >
      {(s) => (
        <>
          <ProgressStrip steps={stepsOf(s.progress)} />
          {s.can.some((word) => ['approve', 'refuse', 'send_back'].includes(word)) && (
            <DecideSettlement key={s.stateAt} settlement={s} />
          )}
          {s.can.includes('remit') && <RemitForm key={`remit${s.stateAt}`} settlement={s} />}
          {s.barred !== null && (
            <Card>
              <p role="note">{s.barred}</p>
            </Card>
          )}
          {s.can.includes('refund') && <RefundForm settlement={s} />}
          <SettlementSummary settlement={s} />
          {s.can.includes('post') && <PostingForm key={s.posting?.number} settlement={s} />}
          <Card title="办理记录">
            <History entries={s.history} />
          </Card>
        </>
      )}
    </DetailPage>
  )
}

function Actions({ settlement: s }: { settlement: SettlementDetail }) {
  const cancel = useCancelSettlement()
  const reverse = useAskReversal()
  const params = { id: s.id }
  return (
    <>
      {s.can.includes('print') && (
        <ButtonLink to={to('/osp/printPayOrder', { id: s.id })}>打印结算单</ButtonLink>
      )}
      {s.can.includes('cancel') && (
        <ConfirmButton
          title="取消这次结算？"
          text="冻结的经费将解冻，测试单可重新结算。"
          ok="取消结算"
          cancel="保留结算"
          reason={{ label: '取消原因', required: true, picks: ['换用其他经费卡', '改用其他结算方式'] }}
          onConfirm={(reason) =>
            cancel.run({ params, body: { reason } }).then(() => say('success', '结算已取消'))
          }
        >
          取消结算
        </ConfirmButton>
      )}
      {s.can.includes('ask_reversal') && (
        <ConfirmButton
          title="申请冲正？"
          text={
            s.way === 'fund_card'
              ? '经其他财务人员同意后，已扣金额退回经费卡，测试单重新待结算。'
              : '经其他财务人员同意后冲正；汇款须由财务退款并登记，之后测试单才能重新结算。'
          }
          ok="申请冲正"
          reason={{ label: '冲正原因', required: true, picks: ['金额有误', '用错经费卡', '重复结算'] }}
          onConfirm={(reason) =>
            reverse.run({ params, body: { reason } }).then(() => say('success', '已申请冲正，等待财务处理'))
          }
        >
          申请冲正
        </ConfirmButton>
      )}
    </>
  )
}

function MySettlements() {
  const batch = useSettlementBatch()
  useLive(['me'], [settlementCalls.list])
  return (
    <ListPage<SettlementRow>
      title="我的结算单"
      rows={useSettlements}
      columns={[c.number, c.way, c.starter, c.payer, c.lab, c.items, c.total, c.state, c.since]}
      filters={[f.keyword, f.state, f.way, f.days]}
      actions={settlementRowActions}
      batch={batch}
      onExport={saveSettlements}
      extra={<ButtonLink to={to('/account/measure-list')}>待结算的测试单</ButtonLink>}
      empty={{
        text: '还没有结算单',
        action: <ButtonLink to={to('/account/measure-list')}>查看待结算的测试单</ButtonLink>,
      }}
    />
  )
}

import { Form, Input, Radio } from 'antd'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { payWays, payWayWords, settlementCalls, type PayWay } from '@portal/contract/settlement/settlement'
import type { TestOrderDetail } from '@portal/contract/test-order/test-order'
import { formatMoney } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { ButtonLink, Card, Empty, Skeleton } from '../../../ui/light.tsx'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { useUsableCards } from '../../fund-card/shared/usable-cards.ts'
import { firstCard, type ShareRow } from '../form.rules.ts'
import { useCreateSettlement, useTestOrders } from '../settlement.queries.ts'
import { ShareRows } from './share-rows.tsx'

interface Values {
  way: PayWay
  shares: ShareRow[]
  remark: string
}

/** Paying for one or more confirmed test orders: with cards, or by remittance. */
export function CreateSettlement({ testOrderIds }: { testOrderIds: readonly number[] }) {
  const queries = useTestOrders(testOrderIds)
  const failed = queries.find((q) => q.error)
  const orders = queries.flatMap((q) => q.data ?? [])
  const closed = orders.filter((t) => !t.can.includes('settle'))
  return (
    <section className="detail-page">
      <header className="page-head">
        <h1>发起结算</h1>
      </header>
      {failed?.error ? (
        <Card>
          <PageError error={failed.error} onRetry={() => void failed.refetch()} />
        </Card>
      ) : orders.length < testOrderIds.length ? (
        <Card>
          <Skeleton rows={6} height={22} />
        </Card>
      ) : closed.length > 0 ? (
        <Card>
          <Empty text={`${closed.map((t) => t.number).join('、')} 现在不能结算：可能已在结算中，或不由您付款`}>
            <ButtonLink to={to('/account/measure-list')}>查看待结算的测试单</ButtonLink>
          </Empty>
        </Card>
      ) : (
        <SettlementForm orders={orders} />
      )}
    </section>
  )
}

function SettlementForm({ orders }: { orders: readonly TestOrderDetail[] }) {
  const navigate = useNavigate()
  const totalFen = orders.reduce((sum, t) => sum + t.totalFen, 0)
  const form = useSubmit<typeof settlementCalls.create, Values>(useCreateSettlement(), {
    initial: { way: 'fund_card', shares: [{ cardId: null, amountFen: totalFen }], remark: '' },
    args: ({ way, shares, remark }) => ({
      body: { testOrderIds: orders.map((t) => t.id), totalFen, way, remark, shares: way === 'fund_card' ? shares.map((s) => ({ cardId: s.cardId ?? 0, amountFen: s.amountFen ?? 0 })) : [] },
    }),
    done: '结算已发起',
    after: ({ id, shares }) => {
      rememberCard(shares[0]?.card.id)
      void navigate(to('/account/payOrderDetail', { id }))
    },
  })
  const way = Form.useWatch('way', form.antd)
  const cards = useUsableCards().data?.items
  useEffect(() => {
    // Only where nothing was chosen yet.
    const cardId = cards && firstCard(cards, lastCard())
    if (cardId && form.antd.getFieldValue(['shares', 0, 'cardId']) == null) form.antd.setFieldValue(['shares', 0, 'cardId'], cardId)
  }, [cards, form.antd])
  return (
    <>
      <Card title={`测试单（${orders.length} 张，共 ${formatMoney(totalFen)}）`}>
        <DataTable caption="要结算的测试单" columns={columns} rows={orders} rowKey={(t) => t.id} />
      </Card>
      <FormPage form={form} submit="发起结算" columns={2} onCancel={() => void navigate(to('/account/measure-list'))}>
        <Field name="way" label="结算方式" wide hint={way === 'offline' ? '发起后打印结算单，线下汇款并登记凭证，由财务确认到账。' : '金额先冻结，经卡主同意后由财务扣款；使用本人的卡无需卡主审批。'}>
          <Radio.Group options={payWays.map((w) => ({ value: w, label: payWayWords[w] }))} />
        </Field>
        {way !== 'offline' && <ShareRows totalFen={totalFen} />}
        <Field name="remark" label="备注" wide>
          <Input.TextArea autoSize={{ minRows: 1, maxRows: 4 }} maxLength={500} />
        </Field>
      </FormPage>
    </>
  )
}

const KEY = 'portal:last-card'
const lastCard = () => Number(localStorage.getItem(KEY)) || null
function rememberCard(id: number | undefined): void {
  if (id !== undefined) localStorage.setItem(KEY, String(id))
}

const columns: readonly Column<TestOrderDetail>[] = [
  { key: 'number', title: '测试单', main: true },
  { key: 'device', title: '仪器', render: (t) => t.device.name },
  { key: 'booker', title: '预约人', render: (t) => t.booker.name },
  { key: 'payer', title: '付款人', render: (t) => t.payer.name },
  { key: 'totalFen', title: '费用', align: 'right', render: (t) => <MoneyText fen={t.totalFen} strong /> },
]

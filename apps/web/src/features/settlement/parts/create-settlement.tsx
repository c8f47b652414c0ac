import { Alert, Form, Input, Radio } from 'antd'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Arguments } from '@portal/contract/kernel/call'
import {
  PLAN_ORDERS_MAX,
  payWays,
  payWayWords,
  settlementCalls,
  type PayWay,
  type SettlementPlan,
} from '@portal/contract/settlement/settlement'
import { formatMoney } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Button, ButtonLink, Card, Empty, Skeleton } from '../../../ui/light.tsx'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { firstCard, lastCard, rememberCard } from '../../fund-card/shared/first-card.ts'
import { useUsableCards } from '../../fund-card/shared/usable-cards.ts'
import type { ShareRow } from '../form.rules.ts'
import { keyOfGroup, type Group } from '../settle-each.ts'
import { useCreateSettlement, usePlan } from '../settlement.queries.ts'
import { SettleMany } from './settle-many.tsx'
import { ShareRows } from './share-rows.tsx'

interface Values {
  way: PayWay
  shares: ShareRow[]
  remark: string
}

/** Pays confirmed test orders, by number or all of a filter, with cards or by remittance. */
export function CreateSettlement({ wanted }: { wanted: Wanted }) {
  const query = usePlan({ query: wanted }, { staleTime: 0 })
  const [many, setMany] = useState(false)
  const plan = query.data
  // After several groups were shown the page stays, also if only one remains.
  if (plan && plan.groups.length > 1 && !many) setMany(true)
  return (
    <section className="detail-page">
      <header className="page-head">
        <h1>{many ? '合并结算' : '发起结算'}</h1>
      </header>
      {query.error && !plan ? (
        <Card>
          <PageError error={query.error} onRetry={() => void query.refetch()} />
        </Card>
      ) : !plan ? (
        <Card>
          <Skeleton rows={6} height={22} />
        </Card>
      ) : (
        <>
          {plan.left.length > 0 && <Left left={plan.left} />}
          {plan.more && (
            <Alert
              type="info"
              showIcon
              title={`一次最多处理 ${PLAN_ORDERS_MAX} 张测试单，其余请在完成后继续`}
            />
          )}
          {many ? (
            <SettleMany plan={plan} refresh={query.refetch} />
          ) : plan.groups[0] ? (
            <SettlementForm key={keyOfGroup(plan.groups[0])} group={plan.groups[0]} />
          ) : (
            <Card>
              <Empty text="没有可以结算的测试单">
                <ButtonLink to={to('/account/measure-list')}>查看待结算的测试单</ButtonLink>
              </Empty>
            </Card>
          )}
        </>
      )}
    </section>
  )
}
type Wanted = Arguments<typeof settlementCalls.plan>['query']

/** The requested test orders that cannot be settled now, with reasons. */
function Left({ left }: { left: SettlementPlan['left'] }) {
  const byReason = [...Map.groupBy(left, (o) => o.reason)]
  return (
    <Alert
      type="warning"
      showIcon
      title={`${left.length} 张测试单现在不能结算`}
      description={byReason.map(([reason, orders]) => (
        <p key={reason} style={{ margin: 0 }}>
          {orders
            .slice(0, 5)
            .map((o) => o.number)
            .join('、')}
          {orders.length > 5 && ` 等 ${orders.length} 张`}：{reason}
        </p>
      ))}
    />
  )
}

function SettlementForm({ group: { orders, totalFen, payer, lab } }: { group: Group }) {
  const navigate = useNavigate()
  const [all, setAll] = useState(false)
  const testOrderIds = orders.map((t) => t.id)
  const form = useSubmit<typeof settlementCalls.create, Values>(useCreateSettlement(), {
    initial: { way: 'fund_card', shares: [{ cardId: null, amountFen: totalFen }], remark: '' },
    args: ({ way, shares, remark }) => ({
      body: {
        testOrderIds,
        totalFen,
        way,
        remark,
        shares:
          way === 'fund_card'
            ? shares.map((s) => ({ cardId: s.cardId ?? 0, amountFen: s.amountFen ?? 0 }))
            : [],
      },
    }),
    done: '结算已发起',
    after: ({ id, shares }) => {
      rememberCard(shares[0]?.card.id)
      void navigate(to('/account/payOrderDetail', { id }))
    },
  })
  const way = Form.useWatch('way', form.antd)
  const cards = useUsableCards(testOrderIds).data?.items
  useEffect(() => {
    if (!cards) return
    // Does not override a way or a card that the user has chosen.
    if (cards.length === 0 && !form.antd.isFieldTouched('way')) form.antd.setFieldValue('way', 'offline')
    const cardId = firstCard(cards, lastCard())
    if (cardId && form.antd.getFieldValue(['shares', 0, 'cardId']) == null)
      form.antd.setFieldValue(['shares', 0, 'cardId'], cardId)
  }, [cards, form.antd])
  return (
    <>
      <Card
        title={`${lab.name}，付款人 ${payer.name}：${orders.length} 张测试单，共 ${formatMoney(totalFen)}`}
      >
        <DataTable
          caption="要结算的测试单"
          columns={columns}
          rows={all ? orders : orders.slice(0, SHOWN)}
          rowKey={(t) => t.id}
        />
        {!all && orders.length > SHOWN && (
          <Button size="small" kind="text" onClick={() => setAll(true)}>
            显示全部 {orders.length} 张
          </Button>
        )}
      </Card>
      <FormPage
        form={form}
        submit="发起结算"
        columns={2}
        onCancel={() => void navigate(to('/account/measure-list'))}
      >
        <Field
          name="way"
          label="结算方式"
          wide
          hint={
            way === 'offline'
              ? '发起后打印结算单，线下汇款并登记凭证，由财务确认到账。'
              : '金额先冻结，经卡主同意后由财务扣款；使用本人的卡无需卡主审批。'
          }
        >
          <Radio.Group options={payWays.map((w) => ({ value: w, label: payWayWords[w] }))} />
        </Field>
        {way !== 'offline' && <ShareRows totalFen={totalFen} testOrderIds={testOrderIds} />}
        <Field name="remark" label="备注" wide>
          <Input.TextArea autoSize={{ minRows: 1, maxRows: 4 }} maxLength={500} />
        </Field>
      </FormPage>
    </>
  )
}

/** The most lines shown; more would push the form out of view. */
const SHOWN = 10

const columns: readonly Column<Group['orders'][number]>[] = [
  { key: 'number', title: '测试单', main: true },
  { key: 'device', title: '仪器', render: (t) => t.device.name },
  { key: 'booker', title: '预约人', render: (t) => t.booker.name },
  { key: 'totalFen', title: '费用', align: 'right', render: (t) => <MoneyText fen={t.totalFen} strong /> },
]

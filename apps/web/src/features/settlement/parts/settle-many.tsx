import { Alert, Radio } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import {
  payWays,
  payWayWords,
  SETTLEMENT_ORDERS_MAX,
  settlementNumber,
  type PayWay,
  type SettlementPlan,
} from '@portal/contract/settlement/settlement'
import { formatMoney } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { Button, ButtonLink, Card } from '../../../ui/light.tsx'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { CardSelect } from '../../fund-card/shared/card-select.tsx'
import { firstCard, lastCard, rememberCard } from '../../fund-card/shared/first-card.ts'
import { useUsableCards } from '../../fund-card/shared/usable-cards.ts'
import { keyOfGroup, settleEach, type Group, type Work } from '../settle-each.ts'
import { createSettlement, renewSettled } from '../settlement.queries.ts'
import { NoCard } from './no-card.tsx'
import './settle-many.css'

interface Made {
  id: number
  group: Group
}

/**
 * Creates several settlements by one click. Each is a separate call, so that successes stay, and a refused
 * one shows its reason and remains. `refresh` reloads what is left.
 */
export function SettleMany({ plan, refresh }: { plan: SettlementPlan; refresh: () => Promise<unknown> }) {
  const [preferred, setWay] = useState<PayWay>()
  const [chosen, setChosen] = useState<Readonly<Record<string, number | null>>>({})
  const [made, setMade] = useState<readonly Made[]>([])
  const [failed, setFailed] = useState<Readonly<Record<string, string>>>({})
  const [at, setAt] = useState<number | null>(null)
  const attempts = useRef<Work['attempts']>(new Map())
  const gone = useRef(false)
  useEffect(() => {
    gone.current = false
    return () => void (gone.current = true)
  }, [])
  const { groups } = plan
  // The server accepts a limited number of ids; the others follow once these are settled.
  const settled = groups.flatMap((g) => g.orders.map((o) => o.id)).slice(0, SETTLEMENT_ORDERS_MAX)
  const cards = useUsableCards(settled).data?.items
  const first = cards ? firstCard(cards, lastCard()) : null
  // Decided once, because the cards are read again for the groups that remain.
  if (cards && !preferred) setWay(cards.length > 0 ? 'fund_card' : 'offline')
  const way = preferred ?? 'fund_card'
  const findCard = (g: Group): number | null => chosen[keyOfGroup(g)] ?? first
  const [count] = useState(groups.length)
  const running = at !== null
  const missing = way === 'fund_card' && groups.some((g) => findCard(g) === null)

  async function run(): Promise<void> {
    setFailed({})
    await settleEach(groups, {
      attempts: attempts.current,
      bodyOf: (g) => ({
        testOrderIds: g.orders.map((o) => o.id),
        totalFen: g.totalFen,
        way,
        shares: way === 'fund_card' ? [{ cardId: findCard(g) ?? 0, amountFen: g.totalFen }] : [],
      }),
      send: createSettlement,
      stopped: () => gone.current,
      onStart: setAt,
      onMade: (group, id) => setMade((all) => [...all, { id, group }]),
      onFailed: (group, message) => setFailed((all) => ({ ...all, [keyOfGroup(group)]: message })),
    })
    // The button exists only if there is a group.
    if (way === 'fund_card') rememberCard(findCard(groups[0] as Group) ?? undefined)
    await Promise.all([refresh(), renewSettled()])
    setAt(null)
  }

  const columns: readonly Column<Group>[] = [
    { key: 'lab', title: '实验室', main: true, render: (g) => g.lab.name },
    { key: 'payer', title: '付款人', render: (g) => g.payer.name },
    { key: 'orders', title: '测试单', align: 'right', render: (g) => `${g.orders.length} 张` },
    { key: 'totalFen', title: '金额', align: 'right', render: (g) => <MoneyText fen={g.totalFen} strong /> },
    ...(way === 'fund_card'
      ? [
          {
            key: 'card',
            title: '经费卡',
            width: 320,
            render: (g: Group) => (
              <CardSelect
                label={`${g.lab.name} 的经费卡`}
                settled={settled}
                value={findCard(g)}
                onChange={(id) => setChosen({ ...chosen, [keyOfGroup(g)]: id })}
              />
            ),
          },
        ]
      : []),
    {
      key: 'failed',
      title: '结果',
      render: (g) =>
        failed[keyOfGroup(g)] ? (
          <span className="settle-failed" role="alert">
            {failed[keyOfGroup(g)]}
          </span>
        ) : (
          '待发起'
        ),
    },
  ]
  const totalFen = groups.reduce((sum, g) => sum + g.totalFen, 0)
  const orders = groups.reduce((sum, g) => sum + g.orders.length, 0)
  return (
    <>
      {made.length > 0 && (
        <Card title={`已发起 ${made.length} 张结算单`}>
          <DataTable caption="已发起的结算单" columns={madeColumns} rows={made} rowKey={(m) => m.id} />
        </Card>
      )}
      {groups.length > 0 ? (
        <Card
          title={`${made.length ? '其余' : ''} ${orders} 张测试单，分为 ${groups.length} 张结算单，共 ${formatMoney(totalFen)}`}
        >
          <div className="settle-way">
            <Radio.Group
              aria-label="结算方式"
              disabled={running}
              value={way}
              onChange={(e) => setWay(e.target.value as PayWay)}
              options={payWays.map((w) => ({ value: w, label: payWayWords[w] }))}
            />
            {way === 'fund_card' && (
              <span className="settle-card">
                <span>全部使用</span>
                <CardSelect
                  label="全部使用的经费卡"
                  settled={settled}
                  value={null}
                  onChange={(id) => setChosen(Object.fromEntries(groups.map((g) => [keyOfGroup(g), id])))}
                />
              </span>
            )}
          </div>
          {way === 'fund_card' && cards?.length === 0 && <NoCard onRemit={() => setWay('offline')} />}
          <p className="muted settle-note">
            同一付款人、同一实验室的测试单合为一张结算单。
            {way === 'fund_card'
              ? '金额先冻结，经卡主同意后由财务扣款；可用金额含这些测试单预约时冻结的部分。一张结算单要用多张卡时请单独结算。'
              : '发起后逐张打印，汇款并登记凭证。'}
          </p>
          <DataTable
            caption="将发起的结算单"
            columns={columns}
            rows={groups}
            rowKey={keyOfGroup}
            actions={(g) => (
              <Link to={to('/account/payOrderDetail', { testOrders: g.orders.map((o) => o.id).join(',') })}>
                单独结算
              </Link>
            )}
          />
          <div className="settle-foot">
            {running && (
              <span role="status">
                正在发起第 {Math.min(at + 1, count)} 张，请勿关闭页面{' '}
                <progress aria-label="发起进度" value={at} max={groups.length} />
              </span>
            )}
            {missing && !running && <span className="muted">请为每张结算单选择经费卡</span>}
            <ButtonLink to={to('/account/measure-list')}>返回</ButtonLink>
            <Button kind="primary" busy={running} disabled={missing} onClick={() => void run()}>
              {Object.keys(failed).length
                ? `重试 ${groups.length} 张结算单`
                : `发起 ${groups.length} 张结算单`}
            </Button>
          </div>
        </Card>
      ) : (
        <Alert
          type="success"
          showIcon
          title="全部已发起"
          action={<ButtonLink to={to('/account/payOrderDetail')}>我的结算单</ButtonLink>}
        />
      )}
    </>
  )
}

const madeColumns: readonly Column<Made>[] = [
  {
    key: 'id',
    title: '结算单',
    main: true,
    render: (m) => <Link to={to('/account/payOrderDetail', { id: m.id })}>{settlementNumber(m.id)}</Link>,
  },
  { key: 'lab', title: '实验室', render: (m) => m.group.lab.name },
  { key: 'payer', title: '付款人', render: (m) => m.group.payer.name },
  { key: 'orders', title: '测试单', align: 'right', render: (m) => `${m.group.orders.length} 张` },
  {
    key: 'totalFen',
    title: '金额',
    align: 'right',
    render: (m) => <MoneyText fen={m.group.totalFen} strong />,
  },
]

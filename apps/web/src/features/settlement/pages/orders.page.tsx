import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { holdsAny, view, type Permission } from '@portal/contract/kernel/permissions'
import { useUser } from '../../../lib/session.ts'
import { Card, Empty } from '../../../ui/light.tsx'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import { BookingOrders } from '../../booking/shared/booking-orders.tsx'
import { TestOrders } from '../../test-order/shared/test-orders.tsx'
import { Settlements } from '../shared/settlements.tsx'

const kinds: readonly { key: string; title: string; codes: readonly Permission[]; list: ReactNode }[] = [
  { key: 'bookings', title: '预约单', codes: view('SUBSCRIBE_ORDER'), list: <BookingOrders plain /> },
  {
    key: 'tests',
    title: '测试单',
    codes: [...view('TEST_ORDER'), ...view('FINANCIAL')],
    list: <TestOrders plain />,
  },
  {
    key: 'settlements',
    title: '结算单',
    codes: [...view('SETTLE_ORDER'), ...view('FINANCIAL')],
    list: <Settlements plain />,
  },
]

/** Bookings, test orders and settlements on one page, according to the user's rights. */
export default function OrdersPage() {
  const held = useUser()?.permissions ?? []
  const open = kinds.filter((k) => holdsAny(held, k.codes))
  const wanted = useSearchParams()[0].get('view')
  const chosen = open.find((k) => k.key === wanted) ?? open[0]
  return (
    <section className="list-page" aria-label="订单管理">
      <header className="page-head">
        <h1>订单管理</h1>
      </header>
      {chosen ? (
        <>
          <LinkTabs label="订单类型" name="view" tabs={open} value={chosen.key} />
          <div key={chosen.key} className="list-page">
            {chosen.list}
          </div>
        </>
      ) : (
        <Card>
          <Empty text="您没有查看预约单、测试单或结算单的权限，请联系系统管理员" />
        </Card>
      )}
    </section>
  )
}

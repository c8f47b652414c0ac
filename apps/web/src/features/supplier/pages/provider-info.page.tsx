import { Link } from 'react-router'
import { approvalCalls, stepWords } from '@portal/contract/approval/approval'
import type { SupplierDetail } from '@portal/contract/supplier/supplier'
import { formatAgo } from '../../../lib/format.ts'
import { useLive } from '../../../lib/live.ts'
import { to } from '../../../lib/paths.ts'
import { DetailPage, Facts } from '../../../ui/detail/detail-page.tsx'
import { ButtonLink, Card, Empty, Skeleton } from '../../../ui/light.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { addressOfTask } from '../../approval/shared/address.ts'
import { SupplierDeliveries } from '../../delivery/shared/supplier-deliveries.tsx'
import { SupplierTenders } from '../../tender/shared/supplier-tenders.tsx'
import MessageList from '../../message/shared/message-list.tsx'
import { useMyCompany, useWaitingTasks } from '../supplier.queries.ts'
import { licenceTag, licenceUntil, supplierTag } from '../supplier.words.ts'

/** The supplier's home: company state, tasks, deliveries, messages. */
export default function ProviderInfoPage() {
  const query = useMyCompany({}, { staleTime: 0 })
  return (
    <DetailPage
      query={query}
      title="供应商工作台"
      extra={() => <ButtonLink to={to('/osp/storage/providerAccount')}>账号与开票</ButtonLink>}
    >
      {(s) => (
        <>
          <Standing supplier={s} />
          <Waiting />
          <SupplierTenders />
          <header className="page-head">
            <h2>供货</h2>
            <Link to={to('/osp/storage/providerDevice')}>全部供货单</Link>
          </header>
          <SupplierDeliveries plain prefix="d" />
          <Card title="消息" extra={<Link to={to('/osp/storage/providerNotice')}>全部通知</Link>}>
            <MessageList />
          </Card>
        </>
      )}
    </DetailPage>
  )
}

const Standing = ({ supplier: s }: { supplier: SupplierDetail }) => (
  <Card
    title={s.name}
    extra={
      <ButtonLink size="small" to={to('/osp/storage/providerAuditInfo')}>
        {s.can.includes('save') ? '完善企业资料' : '企业资料'}
      </ButtonLink>
    }
  >
    <Facts
      items={[
        { label: '状态', value: <StateTag {...supplierTag(s.state)} /> },
        {
          label: '营业执照',
          value: (
            <>
              <StateTag {...licenceTag(s.licence)} /> {licenceUntil(s)}
            </>
          ),
        },
        s.reason !== null && { label: '原因', value: s.reason, wide: true },
        s.can.includes('save') &&
          s.faults.length > 0 && { label: '还需填写', value: s.faults.join('；'), wide: true },
      ]}
    />
  </Card>
)

function Waiting() {
  const { data, isPending } = useWaitingTasks()
  useLive(['inbox'], [approvalCalls.wait])
  return (
    <Card title={`待办${data?.total ? `（${data.total} 项）` : ''}`}>
      {isPending ? (
        <Skeleton rows={3} height={22} />
      ) : data?.items.length ? (
        <ul className="history">
          {data.items.map((t) => (
            <li key={t.id}>
              <time dateTime={t.since}>{formatAgo(t.since)}</time>
              <div>
                <Link to={addressOfTask(t)}>{t.title}</Link>{' '}
                <span className="muted">{stepWords(t.business, t.step)}</span>
              </div>
            </li>
          ))}
        </ul>
      ) : (
        <Empty text="没有待办事项" />
      )}
    </Card>
  )
}

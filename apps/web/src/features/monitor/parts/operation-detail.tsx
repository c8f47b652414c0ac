import { operationResultWords } from '@portal/contract/monitor/monitor'
import { formatSecond } from '../../../lib/format.ts'
import { Facts } from '../../../ui/detail/detail-page.tsx'
import { Skeleton } from '../../../ui/light.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { Changes, ObjectName } from '../shared/changes.tsx'
import { useOperation } from '../monitor.queries.ts'
import './monitor.css'

export function OperationDetail({ id, onClose }: { id: number | null; onClose: () => void }) {
  return (
    <Modal open={id !== null} title="操作详情" footer={null} onCancel={onClose} destroyOnHidden width={720}>
      {id !== null && <Loaded id={id} />}
    </Modal>
  )
}

function Loaded({ id }: { id: number }) {
  const { data: o, error, refetch } = useOperation({ params: { id } })
  if (!o) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <Skeleton rows={5} />
  return (
    <>
      <Facts
        items={[
          { label: '时间', value: formatSecond(o.at) },
          { label: '结果', value: operationResultWords[o.result] },
          { label: '操作人', value: o.name },
          { label: '用户名', value: o.username },
          { label: '单位', value: o.dept },
          { label: 'IP 地址', value: o.ip },
          { label: '操作', value: o.summary },
          { label: '对象', value: <ObjectName object={o.object} link={o.link} /> },
          { label: '接口', value: <code>{o.call}</code>, wide: true },
          { label: '请求编号', value: <code>{o.requestId}</code>, wide: true },
        ]}
      />
      <h2 className="operation-changes">改动</h2>
      <Changes changes={o.changes} />
    </>
  )
}

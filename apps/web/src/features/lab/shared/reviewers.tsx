import { Modal } from 'antd'
import { useState } from 'react'
import { labCalls, type ReviewerRow } from '@portal/contract/lab/lab'
import { say } from '../../../lib/tell.ts'
import { AsyncSelect } from '../../../ui/form/async-select.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Button, Card, Empty, Skeleton } from '../../../ui/light.tsx'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import { RowActions, type RowAction } from '../../../ui/list/row-actions.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { PersonSelect } from '../../people/shared/person-select.tsx'
import { useAddReviewer, useLabDeviceOptions, useRemoveReviewer, useReviewers } from '../edit.queries.ts'

/** Who judges bookings in a lab: of all its devices, or of one. */
export function LabReviewers({ labId, mayEdit }: { labId: number; mayEdit: boolean }) {
  const query = useReviewers({ query: { labId } })
  const remove = useRemoveReviewer()
  const [adding, setAdding] = useState(false)
  const close = () => setAdding(false)
  const actions: readonly RowAction<ReviewerRow>[] = [
    {
      label: '移除',
      danger: true,
      confirm: (r) => ({ title: `移除审核员 ${r.user.name}？`, text: '待其审核的预约转给其他审核员；没有时转给实验室主任。', ok: '移除审核员' }),
      run: (r) => remove.run({ query: { id: r.id } }).then(() => say('success', '审核员已移除')),
    },
  ]
  return (
    <Card title="设备审核员" extra={mayEdit && <Button kind="primary" size="small" onClick={() => setAdding(true)}>添加审核员</Button>}>
      {query.isPending ? (
        <Skeleton rows={4} height={28} />
      ) : query.error ? (
        <PageError error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data.length === 0 ? (
        <Empty text="没有设备审核员，预约由实验室主任审核" />
      ) : (
        <DataTable caption="设备审核员" columns={columns} rows={query.data} rowKey={(r) => r.id} actions={mayEdit ? (row) => <RowActions row={row} actions={actions} /> : undefined} />
      )}
      <Modal open={adding} title="添加设备审核员" footer={null} onCancel={close} destroyOnHidden>
        <ReviewerForm labId={labId} onDone={close} />
      </Modal>
    </Card>
  )
}

interface Values {
  userId?: number
  deviceId?: number | null
}
function ReviewerForm({ labId, onDone }: { labId: number; onDone: () => void }) {
  const useDevices = (keyword: string) => useLabDeviceOptions(labId, keyword)
  const form = useSubmit<typeof labCalls.addReviewer, Values>(useAddReviewer(), {
    args: ({ userId = 0, deviceId = null }) => ({ body: { labId, userId, deviceId } }),
    done: '审核员已添加',
    after: onDone,
  })
  return (
    <FormPage form={form} submit="添加审核员" onCancel={onDone}>
      <Field name="userId" label="人员" required>
        <PersonSelect />
      </Field>
      <Field name="deviceId" label="仪器" hint="不选则审核本实验室的全部仪器">
        <AsyncSelect useOptions={useDevices} placeholder="输入仪器名称" />
      </Field>
    </FormPage>
  )
}

const columns: readonly Column<ReviewerRow>[] = [
  { key: 'user', title: '姓名', main: true, render: (r) => `${r.user.name}（${r.user.username}）` },
  { key: 'dept', title: '单位', render: (r) => r.user.deptName ?? '未登记' },
  { key: 'scope', title: '审核范围', render: (r) => (r.device ? `${r.device.name}（${r.device.serialId}）` : '全部仪器') },
]

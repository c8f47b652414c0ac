import { Modal } from 'antd'
import { useState } from 'react'
import { labCalls, type ReviewerRow } from '@portal/contract/lab/lab'
import type { OpeningDetail } from '@portal/contract/opening/opening'
import { say } from '../../../lib/tell.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Button, Card, Empty, Skeleton } from '../../../ui/light.tsx'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import { RowActions } from '../../../ui/list/row-actions.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { PersonSelect } from '../../people/shared/person-select.tsx'
import { useAddReviewer, useRemoveReviewer, useReviewers } from '../opening.queries.ts'

/** Who judges bookings of this device: its own reviewers, and those of the whole lab. */
export function Reviewers({ device, mayEdit }: { device: OpeningDetail['device']; mayEdit: boolean }) {
  const query = useReviewers({ query: { labId: device.lab.id } })
  const remove = useRemoveReviewer()
  const [adding, setAdding] = useState(false)
  const rows = (query.data ?? []).filter((r) => r.device === null || r.device.id === device.id)
  const close = () => setAdding(false)
  return (
    <Card title="设备审核员" extra={mayEdit && <Button kind="primary" size="small" onClick={() => setAdding(true)}>添加审核员</Button>}>
      {query.isPending ? (
        <Skeleton rows={3} height={28} />
      ) : query.error ? (
        <PageError error={query.error} onRetry={() => void query.refetch()} />
      ) : rows.length === 0 ? (
        <Empty text="没有设备审核员，预约由实验室主任审核" />
      ) : (
        <DataTable
          caption="设备审核员"
          columns={columns}
          rows={rows}
          rowKey={(r) => r.id}
          actions={
            mayEdit
              ? (row) => (
                  <RowActions
                    row={row}
                    actions={[
                      {
                        label: '移除',
                        danger: true,
                        confirm: (r) => ({ title: `移除审核员 ${r.user.name}？`, text: r.device ? '待其审核的预约转给其他审核员；没有时转给实验室主任。' : '其为全实验室的审核员，移除后不再审核本实验室任何仪器。', ok: '移除审核员' }),
                        run: (r) => remove.run({ query: { id: r.id } }).then(() => say('success', '审核员已移除')),
                      },
                    ]}
                  />
                )
              : undefined
          }
        />
      )}
      <Modal open={adding} title="添加设备审核员" footer={null} onCancel={close} destroyOnHidden>
        <ReviewerForm device={device} onDone={close} />
      </Modal>
    </Card>
  )
}

function ReviewerForm({ device, onDone }: { device: OpeningDetail['device']; onDone: () => void }) {
  const form = useSubmit<typeof labCalls.addReviewer, { userId?: number }>(useAddReviewer(), {
    args: ({ userId = 0 }) => ({ body: { labId: device.lab.id, deviceId: device.id, userId } }),
    done: '审核员已添加',
    after: onDone,
  })
  return (
    <FormPage form={form} submit="添加审核员" onCancel={onDone}>
      <Field name="userId" label="人员">
        <PersonSelect />
      </Field>
    </FormPage>
  )
}

const columns: readonly Column<ReviewerRow>[] = [
  { key: 'user', title: '姓名', main: true, render: (r) => `${r.user.name}（${r.user.username}）` },
  { key: 'dept', title: '单位', render: (r) => r.user.deptName },
  { key: 'scope', title: '范围', render: (r) => (r.device ? '本仪器' : '全实验室') },
]

import { labCalls, type ReviewerRow } from '@portal/contract/lab/lab'
import type { OpeningDetail } from '@portal/contract/opening/opening'
import { say } from '../../../lib/tell.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import type { Column } from '../../../ui/list/data-table.tsx'
import type { RowAction } from '../../../ui/list/row-actions.tsx'
import { TableCard } from '../../../ui/list/table-card.tsx'
import { PersonSelect } from '../../people/shared/person-select.tsx'
import { useAddReviewer, useRemoveReviewer, useReviewers } from '../opening.queries.ts'

/** Reviewers of this device's bookings: its own, and those of the whole lab. */
export function Reviewers({ device, mayEdit }: { device: OpeningDetail['device']; mayEdit: boolean }) {
  const query = useReviewers({ query: { labId: device.lab.id } })
  const remove = useRemoveReviewer()
  const actions: readonly RowAction<ReviewerRow>[] = [
    {
      label: '移除',
      danger: true,
      confirm: (r) => ({
        title: `移除审核员 ${r.user.name}？`,
        text: r.device
          ? '待其审核的预约转给其他审核员；没有时转给实验室主任。'
          : '其为全实验室的审核员，移除后不再审核本实验室任何仪器。',
        ok: '移除审核员',
      }),
      run: (r) => remove.run({ query: { id: r.id } }).then(() => say('success', '审核员已移除')),
    },
  ]
  return (
    <TableCard
      title="设备审核员"
      query={query}
      rows={query.data?.filter((r) => r.device === null || r.device.id === device.id)}
      columns={columns}
      actions={mayEdit && actions}
      add={
        mayEdit && {
          label: '添加审核员',
          title: '添加设备审核员',
          form: (close) => <ReviewerForm device={device} onDone={close} />,
        }
      }
      empty="没有设备审核员，预约由实验室主任审核"
    />
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
  {
    key: 'user',
    title: '姓名',
    main: true,
    render: (r) => `${r.user.name}（${r.user.username}${r.user.enabled ? '' : '，已停用'}）`,
  },
  { key: 'dept', title: '单位', render: (r) => r.user.deptName },
  { key: 'scope', title: '范围', render: (r) => (r.device ? '本仪器' : '全实验室') },
]

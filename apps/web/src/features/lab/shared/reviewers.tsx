import { labCalls, type ReviewerRow } from '@portal/contract/lab/lab'
import { say } from '../../../lib/tell.ts'
import { AsyncSelect } from '../../../ui/form/async-select.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import type { Column } from '../../../ui/list/data-table.tsx'
import type { RowAction } from '../../../ui/list/row-actions.tsx'
import { TableCard } from '../../../ui/list/table-card.tsx'
import { PersonSelect } from '../../people/shared/person-select.tsx'
import { useAddReviewer, useLabDeviceOptions, useRemoveReviewer, useReviewers } from '../edit.queries.ts'

/** Reviewers of a lab's bookings, for all of its devices or for one. */
export function LabReviewers({ labId, mayEdit }: { labId: number; mayEdit: boolean }) {
  const query = useReviewers({ query: { labId } })
  const remove = useRemoveReviewer()
  const actions: readonly RowAction<ReviewerRow>[] = [
    {
      label: '移除',
      danger: true,
      confirm: (r) => ({
        title: `移除审核员 ${r.user.name}？`,
        text: '待其审核的预约转给其他审核员；没有时转给实验室主任。',
        ok: '移除审核员',
      }),
      run: (r) => remove.run({ query: { id: r.id } }).then(() => say('success', '审核员已移除')),
    },
  ]
  return (
    <TableCard
      title="设备审核员"
      query={query}
      rows={query.data}
      columns={columns}
      actions={mayEdit && actions}
      add={
        mayEdit && {
          label: '添加审核员',
          title: '添加设备审核员',
          form: (close) => <ReviewerForm labId={labId} onDone={close} />,
        }
      }
      empty="没有设备审核员，预约由实验室主任审核"
    />
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
  {
    key: 'user',
    title: '姓名',
    main: true,
    render: (r) => `${r.user.name}（${r.user.username}${r.user.enabled ? '' : '，已停用'}）`,
  },
  { key: 'dept', title: '单位', render: (r) => r.user.deptName ?? '未登记' },
  {
    key: 'scope',
    title: '审核范围',
    render: (r) => (r.device ? `${r.device.name}（${r.device.serialId}）` : '全部仪器'),
  },
]

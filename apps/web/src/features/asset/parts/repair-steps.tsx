import { Input } from 'antd'
import { useState } from 'react'
import type { assetCalls } from '@portal/contract/asset/calls'
import type { RepairOrderDetail } from '@portal/contract/asset/repair'
import type { Attachment } from '@portal/contract/kernel/rows'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { MoneyInput } from '../../../ui/form/money-input.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Card } from '../../../ui/light.tsx'
import type { PartProps } from '../../../ui/process/process.ts'
import { useAssign, useFinishRepair } from '../asset.queries.ts'
import { AssignFields, makeAssignment, type AssignValues } from './assign-fields.tsx'
import { FilesField } from './files-field.tsx'
import { Affected } from './repair-course.tsx'

// Steps of a repair that need more than a yes, as long as it goes as planned.

export function AssignForm({ row: o, onDone }: PartProps<RepairOrderDetail>) {
  const [until, setUntil] = useState<string | null>(o.expectedAt)
  const form = useSubmit<typeof assetCalls.assign, AssignValues>(useAssign(), {
    initial: {
      assigneeId: o.assignee?.id ?? null,
      expectedAt: o.expectedAt,
      company: o.company,
      bookings: o.bookingWay ?? 'warn',
    },
    args: (values) => ({
      params: { id: o.id },
      body: { ...makeAssignment(values), state: o.state === 'assigned' ? 'assigned' : 'reported' },
    }),
    done: (r) => (r.revoked ? `已派单，撤销期间预约 ${r.revoked} 个` : '已派单，仪器暂停预约'),
    after: () => onDone?.(),
  })
  return (
    <Card title={o.state === 'assigned' ? '重新派单' : '派单'}>
      <FormPage
        form={form}
        submit={o.state === 'assigned' ? '重新派单' : '派单并停用仪器'}
        columns={2}
        onChange={(v) => setUntil(v.expectedAt ?? null)}
      >
        <AssignFields known={o.assignee} />
      </FormPage>
      <Affected id={o.id} query={until ? { until } : {}} />
    </Card>
  )
}

interface FinishValues {
  solution?: string
  costFen?: number | null
  files?: readonly Attachment[]
}
export function FinishForm({ row: o, onDone }: PartProps<RepairOrderDetail>) {
  const form = useSubmit<typeof assetCalls.finish, FinishValues>(useFinishRepair(), {
    initial: { costFen: 0, files: [] },
    args: ({ solution = '', costFen, files = [] }) => ({
      params: { id: o.id },
      body: { solution, costFen: costFen ?? 0, fileIds: files.map((f) => f.id) },
    }),
    draft: `finish:${o.id}`,
    done: '已修复，仪器恢复使用',
    after: () => onDone?.(),
  })
  return (
    <Card title="修复投用">
      <FormPage form={form} submit="修复投用" columns={2}>
        <Field name="solution" label="处理结果" wide>
          <Input.TextArea maxLength={2000} autoSize={{ minRows: 2, maxRows: 8 }} />
        </Field>
        <Field name="costFen" label="维修费用">
          <MoneyInput />
        </Field>
        <Field name="files" label="维修单据" wide>
          <FilesField business="repair" />
        </Field>
      </FormPage>
    </Card>
  )
}

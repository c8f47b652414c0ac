import { Input, Select } from 'antd'
import type { assetCalls } from '@portal/contract/asset/calls'
import type { Attachment } from '@portal/contract/kernel/rows'
import { formatDay } from '../../../lib/format.ts'
import { DayInput } from '../../../ui/form/dates.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { MoneyInput } from '../../../ui/form/money-input.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { useAddRecord, useDevicePlans } from '../asset.queries.ts'
import { FilesField } from './files-field.tsx'

interface Values {
  planId?: number | null
  doneOn?: string
  doneBy?: string
  what?: string
  costFen?: number | null
  files?: readonly Attachment[]
}
interface Props {
  deviceId: number
  planId: number | null
  onDone: () => void
}
/** Records a maintenance; its plan becomes due again after the plan's interval in days. */
export function RecordForm({ deviceId, planId, onDone }: Props) {
  const { data: plans } = useDevicePlans({ query: { deviceId, size: 100 } })
  const form = useSubmit<typeof assetCalls.addRecord, Values>(useAddRecord(), {
    initial: { planId, doneOn: formatDay(new Date()), costFen: 0, files: [] },
    args: ({ planId: chosen = null, doneOn = '', doneBy = '', what = '', costFen, files = [] }) => ({
      body: {
        deviceId,
        planId: chosen,
        doneOn,
        doneBy,
        what,
        costFen: costFen ?? 0,
        fileIds: files.map((f) => f.id),
      },
    }),
    done: '保养已登记',
    after: onDone,
  })
  return (
    <FormPage form={form} submit="登记保养" onCancel={onDone} columns={2}>
      <Field name="planId" label="保养计划" hint="选择后下次保养日期顺延">
        <Select
          allowClear
          options={(plans?.items ?? []).map((p) => ({ value: p.id, label: `${p.title}（${p.nextOn}）` }))}
          placeholder="不属于计划"
        />
      </Field>
      <Field name="doneOn" label="完成日期">
        <DayInput />
      </Field>
      <Field name="doneBy" label="保养人">
        <Input maxLength={50} />
      </Field>
      <Field name="costFen" label="费用">
        <MoneyInput />
      </Field>
      <Field name="what" label="保养内容" wide>
        <Input.TextArea maxLength={2000} autoSize={{ minRows: 2, maxRows: 8 }} />
      </Field>
      <Field name="files" label="照片和单据" wide>
        <FilesField business="maintenance" />
      </Field>
    </FormPage>
  )
}

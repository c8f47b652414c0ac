import { Input } from 'antd'
import type { labCalls } from '@portal/contract/lab/lab'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { useCreateLab } from '../back.queries.ts'
import { LabFields } from '../shared/lab-fields.tsx'

/** Creates a lab with the data that lists show; people, rooms and pictures are added later. */
export function NewLab({ onDone, onMade }: { onDone: () => void; onMade: (id: number) => void }) {
  const form = useSubmit<typeof labCalls.create>(useCreateLab(), {
    initial: { serialId: 'LAB', enabled: true },
    done: '实验室已新增，请指定主任',
    after: ({ id }) => onMade(id),
  })
  return (
    <FormPage form={form} submit="新增实验室" onCancel={onDone} columns={2}>
      <Field name="name" label="实验室名称">
        <Input maxLength={60} />
      </Field>
      <Field name="serialId" label="实验室编号" hint="以 LAB 开头，之后不能修改">
        <Input maxLength={30} />
      </Field>
      <LabFields lab={null} roomHint="门牌所在的房间" />
      <Field name="intro" label="摘要" wide>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} maxLength={5000} />
      </Field>
    </FormPage>
  )
}

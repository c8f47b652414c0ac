import { Input, InputNumber } from 'antd'
import type { shareContactCalls, ShareContactRow } from '@portal/contract/share-contact/share-contact'
import { useHolds } from '../../../lib/session.ts'
import { AsyncSelect } from '../../../ui/form/async-select.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit, type SubmitForm } from '../../../ui/form/use-submit.ts'
import { useChangeContact, useCreateContact, useLabOptions } from '../share-contact.queries.ts'

interface Values {
  labId?: number | null
  post?: string
  name?: string
  phone?: string | null
  email?: string | null
  office?: string | null
  hours?: string | null
  duty?: string | null
  sort?: number
}

export function CreateContact({ onDone }: { onDone: () => void }) {
  const form = useSubmit<typeof shareContactCalls.create, Values>(useCreateContact(), {
    initial: { sort: 0 },
    args: (v) => ({ body: { post: '', name: '', ...v } }),
    done: '联系方式已新增',
    after: onDone,
  })
  return <Fields form={form} onDone={onDone} />
}

export function ChangeContact({ contact: c, onDone }: { contact: ShareContactRow; onDone: () => void }) {
  const { id, lab, post, name, phone, email, office, hours, duty, sort } = c
  const form = useSubmit<typeof shareContactCalls.change, Values>(useChangeContact(), {
    initial: { labId: lab?.id ?? null, post, name, phone, email, office, hours, duty, sort },
    args: (v) => ({ params: { id }, body: { post: '', name: '', ...v } }),
    done: '联系方式已修改',
    after: onDone,
  })
  return <Fields form={form} onDone={onDone} lab={lab} />
}

function Fields({
  form,
  onDone,
  lab,
}: {
  form: SubmitForm<Values>
  onDone: () => void
  lab?: ShareContactRow['lab']
}) {
  const wholeCampus = useHolds(['SHARE_CONTACT_ALL'])
  return (
    <FormPage form={form} submit="保存" onCancel={onDone} columns={2}>
      <Field
        name="labId"
        label="所属实验室"
        wide
        hint={wholeCampus ? '不选则为全校的联系方式' : '只能选择您管理的实验室'}
        required={!wholeCampus}
      >
        <AsyncSelect
          useOptions={useLabOptions}
          known={lab ? { value: lab.id, label: lab.name } : undefined}
          placeholder="输入实验室名称"
        />
      </Field>
      <Field name="post" label="岗位">
        <Input maxLength={40} />
      </Field>
      <Field name="name" label="联系人">
        <Input maxLength={40} />
      </Field>
      <Field name="phone" label="电话" hint="电话、邮箱、办公地点至少填写一项">
        <Input maxLength={30} />
      </Field>
      <Field name="email" label="邮箱">
        <Input maxLength={100} />
      </Field>
      <Field name="office" label="办公地点">
        <Input maxLength={100} />
      </Field>
      <Field name="hours" label="服务时间">
        <Input maxLength={60} placeholder="如：工作日 8:30–17:00" />
      </Field>
      <Field name="duty" label="负责事项" wide>
        <Input maxLength={200} />
      </Field>
      <Field name="sort" label="排序" hint="小的在前">
        <InputNumber min={0} max={9999} precision={0} />
      </Field>
    </FormPage>
  )
}

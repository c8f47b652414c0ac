import { Checkbox, Input, Select, Switch } from 'antd'
import type { formCalls } from '@portal/contract/form/calls'
import type { FormSource } from '@portal/contract/form/form'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit, type SubmitForm } from '../../../ui/form/use-submit.ts'
import { useAddSource, useChangeSource } from '../design/design.queries.ts'

type Values = Omit<FormSource, 'id'>
interface Done {
  onDone: () => void
}

export function CreateSource({ onDone }: Done) {
  const form = useSubmit<typeof formCalls.addSource, Values>(useAddSource(), {
    initial: { method: 'GET', enabled: true, internal: false },
    done: '数据接口已登记',
    after: onDone,
  })
  return <Fields form={form} onDone={onDone} />
}

export function ChangeSource({ source: { id, ...initial }, onDone }: Done & { source: FormSource }) {
  const form = useSubmit<typeof formCalls.changeSource, Values>(useChangeSource(), {
    initial,
    args: (body) => ({ params: { id }, body }),
    done: '数据接口已修改',
    after: onDone,
  })
  return <Fields form={form} onDone={onDone} />
}

const Fields = ({ form, onDone }: Done & { form: SubmitForm<Values> }) => (
  <FormPage form={form} submit="保存" onCancel={onDone}>
    <Field name="name" label="名称" hint="设计表单的人按名称选择">
      <Input maxLength={60} />
    </Field>
    <Field
      name="address"
      label="接口地址"
      hint="本平台的接口以 /api/ 开头，由填写人按自己的权限查询；其他系统的接口填写完整地址，由服务器查询，不附带填写人的登录信息"
    >
      <Input maxLength={300} placeholder="https://data.example.edu.cn/colleges" />
    </Field>
    <Field name="method" label="请求方式">
      <Select options={[{ value: 'GET' }, { value: 'POST' }]} />
    </Field>
    <Field
      name="internal"
      label="校内地址"
      valuePropName="checked"
      hint="不勾选时，指向校内网络的地址一律不查询；勾选后，校外用户填写表单时不能查询该接口"
    >
      <Checkbox>该接口位于校内网络</Checkbox>
    </Field>
    <Field name="enabled" label="启用" valuePropName="checked">
      <Switch />
    </Field>
  </FormPage>
)

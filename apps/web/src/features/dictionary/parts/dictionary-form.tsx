import { Input } from 'antd'
import type { dictionaryCalls, DictionaryRow } from '@portal/contract/dictionary/dictionary'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { useChangeDictionary, useCreateDictionary } from '../dictionary.queries.ts'

interface Values {
  name?: string
  description?: string | null
}

export function NewDictionary({ onDone }: { onDone: () => void }) {
  const form = useSubmit<typeof dictionaryCalls.create, Values>(useCreateDictionary(), {
    args: (v) => ({ body: { name: '', ...v } }),
    done: '字典已新增',
    after: onDone,
  })
  return (
    <FormPage form={form} submit="新增字典" onCancel={onDone}>
      <Fields />
    </FormPage>
  )
}

export function ChangeDictionary({ of, onDone }: { of: DictionaryRow; onDone: () => void }) {
  const { id, name, description } = of
  const form = useSubmit<typeof dictionaryCalls.change, Values>(useChangeDictionary(), {
    initial: { name, description },
    args: (v) => ({ body: { id, name, ...v } }),
    done: '字典已修改',
    after: onDone,
  })
  return (
    <FormPage form={form} submit="保存修改" onCancel={onDone}>
      <Fields builtin={of.builtin} />
    </FormPage>
  )
}

const Fields = ({ builtin = false }: { builtin?: boolean }) => (
  <>
    <Field
      name="name"
      label="字典名称"
      hint={builtin ? '系统内置的字典不能改名' : '小写字母、数字和下划线，以字母开头'}
    >
      <Input maxLength={60} disabled={builtin} />
    </Field>
    <Field name="description" label="描述">
      <Input maxLength={200} />
    </Field>
  </>
)

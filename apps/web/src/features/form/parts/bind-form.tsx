import { Form, Radio, Select } from 'antd'
import { bindingCalls, occasions, occasionWords, type Occasion } from '@portal/contract/form/binding'
import { AsyncSelect } from '../../../ui/form/async-select.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { useBind, useFormOptions } from '../form.queries.ts'

interface Values {
  occasion?: Occasion
  scope: 'device' | 'lab' | 'none'
  formId?: number | null
}

/** Chooses which form is asked, on which occasion and for which instruments. */
export function BindForm({ deviceId, onDone }: { deviceId: number; onDone: () => void }) {
  const form = useSubmit<typeof bindingCalls.bind, Values>(useBind(), {
    initial: { occasion: 'booking', scope: 'device' },
    args: ({ occasion, scope, formId }) => ({
      body: {
        deviceId,
        // A missing occasion is sent too; the server refuses it at its field.
        occasion: occasion as Occasion,
        wholeLab: scope === 'lab',
        // 0 means that no form was chosen yet; null means that no form shall be asked.
        formId: scope === 'none' ? null : (formId ?? 0),
      },
    }),
    done: '附加表单已设置',
    after: onDone,
  })
  const scope = Form.useWatch('scope', form.antd)
  return (
    <FormPage form={form} submit="保存设置" onCancel={onDone}>
      <Field name="occasion" label="填写场合">
        <Select options={occasions.map((value) => ({ value, label: occasionWords[value] }))} />
      </Field>
      <Field
        name="scope"
        label="范围"
        required
        hint={scope === 'lab' ? '本仪器或其他仪器自己的设置优先。' : undefined}
      >
        <Radio.Group
          options={[
            { value: 'device', label: '本仪器填写' },
            { value: 'lab', label: '全实验室填写' },
            { value: 'none', label: '本仪器不填写' },
          ]}
        />
      </Field>
      {scope !== 'none' && (
        <Field name="formId" label="表单" required hint="从已发布的表单中选择。同一场合原有的设置被替换。">
          <AsyncSelect useOptions={useFormOptions} placeholder="输入表单名称" />
        </Field>
      )}
    </FormPage>
  )
}

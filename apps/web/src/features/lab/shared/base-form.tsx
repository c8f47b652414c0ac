import { Input, Switch } from 'antd'
import { useState } from 'react'
import type { Arguments } from '@portal/contract/kernel/call'
import type { labCalls, LabDetail } from '@portal/contract/lab/lab'
import { listChanged } from '../../../lib/changed.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { useClosing } from './closing.ts'
import { useChangeLab } from '../edit.queries.ts'
import { LabFields } from './lab-fields.tsx'

type Values = Omit<NonNullable<Arguments<typeof labCalls.change>['body']>, 'id' | 'accept'>
const listValues = (lab: LabDetail): Values => {
  const { name, type, grade, areaM2, foundedYear, phone, email, intro, enabled } = lab
  const [deptId, roomId] = [lab.dept.id, lab.room?.id ?? null]
  return { name, deptId, type, grade, roomId, areaM2, foundedYear, phone, email, intro, enabled }
}

/**
 * The data shown in lists and on the lab's own pages. The number cannot change: it is printed on doors and
 * used in links.
 */
export function BaseForm({ lab, onDone }: { lab: LabDetail; onDone?: () => void }) {
  const [seen, setSeen] = useState(() => listValues(lab))
  const form = useSubmit<typeof labCalls.change, Values>(useClosing(useChangeLab()), {
    initial: seen,
    args: (values) => ({ body: { ...listChanged(seen, values), id: lab.id } }),
    done: '实验室资料已保存',
    after: (_, values) => {
      setSeen(values)
      onDone?.()
    },
  })
  return (
    <FormPage form={form} submit="保存资料" columns={2} {...(onDone && { onCancel: onDone })}>
      <Field name="name" label="实验室名称" hint={`编号 ${lab.serialId} 不能修改`}>
        <Input maxLength={60} />
      </Field>
      <LabFields lab={lab} roomHint="门牌所在的房间，其他房间在“房间”中设置" />
      <Field
        name="enabled"
        label="启用"
        hint="停用后不再出现在实验室平台，其仪器不再接受预约"
        valuePropName="checked"
      >
        <Switch />
      </Field>
      <Field name="intro" label="摘要" hint="显示在列表与首页；详细介绍在“简介”中编写" wide>
        <Input.TextArea autoSize={{ minRows: 3, maxRows: 10 }} maxLength={5000} showCount />
      </Field>
    </FormPage>
  )
}

import { AutoComplete, Input, InputNumber } from 'antd'
import type { BuildingBody, BuildingRow, buildingCalls } from '@portal/contract/building/building'
import type { FieldAria } from '../../../ui/form/field-aria.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { useAddBuilding, useCampusOptions, useChangeBuilding } from '../building.queries.ts'

interface Props {
  /** Null: a new one. */
  building: BuildingRow | null
  onDone: () => void
}
export const BuildingForm = (props: Props) =>
  props.building ? <Change {...props} building={props.building} /> : <Add {...props} />

function Add({ onDone }: Props) {
  const form = useSubmit<typeof buildingCalls.add>(useAddBuilding(), { done: '楼宇已新增', after: onDone })
  return (
    <FormPage form={form} submit="新增楼宇" onCancel={onDone} columns={2}>
      <Fields />
    </FormPage>
  )
}

function Change({
  building: { id, serialId, name, campus, address, floors, areaM2, remark },
  onDone,
}: Props & { building: BuildingRow }) {
  const form = useSubmit<typeof buildingCalls.change, BuildingBody>(useChangeBuilding(), {
    initial: { serialId, name, campus, address, floors, areaM2, remark },
    args: (body) => ({ params: { id }, body }),
    done: '楼宇已修改',
    after: onDone,
  })
  return (
    <FormPage form={form} submit="保存修改" onCancel={onDone} columns={2}>
      <Fields />
    </FormPage>
  )
}

const Fields = () => (
  <>
    <Field name="name" label="楼宇名称">
      <Input maxLength={60} />
    </Field>
    <Field name="serialId" label="楼宇编号" hint="字母、数字、下划线和连字符">
      <Input maxLength={30} />
    </Field>
    <Field name="campus" label="校区" hint="更换校区后需要重新标注地图位置">
      <CampusInput />
    </Field>
    <Field name="address" label="地址">
      <Input maxLength={200} />
    </Field>
    <Field name="floors" label="楼层数">
      <InputNumber min={1} max={200} precision={0} style={{ width: '100%' }} />
    </Field>
    <Field name="areaM2" label="建筑面积（㎡）">
      <InputNumber min={0} precision={2} style={{ width: '100%' }} />
    </Field>
    <Field name="remark" label="备注" wide>
      <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={500} showCount />
    </Field>
  </>
)

interface CampusProps extends FieldAria {
  id?: string
  value?: string | null
  onChange?: (value: string) => void
}
/** A known campus or a new name. */
export function CampusInput({ id, value, onChange, ...aria }: CampusProps) {
  const options = useCampusOptions().map(({ label }) => ({ value: label }))
  return (
    <AutoComplete
      {...aria}
      id={id ?? ''}
      options={options}
      value={value ?? ''}
      onChange={(v: string) => onChange?.(v)}
      placeholder="例如：主校区"
      style={{ width: '100%' }}
      maxLength={40}
    />
  )
}

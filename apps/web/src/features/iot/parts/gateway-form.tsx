import { Input, Select } from 'antd'
import type { GatewayRow, iotCalls } from '@portal/contract/iot/iot'
import type { Arguments } from '@portal/contract/kernel/call'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { RoomSelect } from '../../lab/shared/room-select.tsx'
import { useCreateGateway, useEditGateway, useMappingOptions } from '../iot.queries.ts'
import type { IssuedCode } from './code-card.tsx'

function MappingSelect(props: { value?: number | null; onChange?: (id: number | null) => void }) {
  const options = useMappingOptions()
  return (
    <Select
      {...props}
      allowClear
      options={options}
      placeholder="本平台的网关"
      onChange={(id?: number) => props.onChange?.(id ?? null)}
    />
  )
}
const fields = (
  <>
    <Field name="name" label="网关名称" hint="如：电镜楼一层">
      <Input maxLength={60} />
    </Field>
    <Field name="roomId" label="安装位置">
      <RoomSelect />
    </Field>
    <Field
      name="mappingId"
      label="设备协议"
      hint="其他厂家的设备选择它的协议，由平台签发设备账号；不选：使用注册码接入，按授权名单自行开门、供电"
    >
      <MappingSelect />
    </Field>
    <Field name="remark" label="备注" wide>
      <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 5 }} />
    </Field>
  </>
)

export function NewGateway({
  onIssued,
  onCancel,
}: {
  onIssued: (i: IssuedCode) => void
  onCancel: () => void
}) {
  const form = useSubmit<typeof iotCalls.createGateway>(useCreateGateway(), {
    done: '网关已新增',
    after: onIssued,
  })
  return (
    <FormPage form={form} title="新增网关" submit="新增并生成注册码" onCancel={onCancel} columns={2}>
      {fields}
    </FormPage>
  )
}

type Body = NonNullable<Arguments<typeof iotCalls.editGateway>['body']>
export function EditGateway({ gateway: g, onDone }: { gateway: GatewayRow; onDone: () => void }) {
  const form = useSubmit<typeof iotCalls.editGateway, Body>(useEditGateway(), {
    initial: { name: g.name, roomId: g.room?.id ?? null, mappingId: g.mapping?.id ?? null, remark: g.remark },
    args: (body) => ({ params: { id: g.id }, body }),
    done: '网关已修改',
    after: onDone,
  })
  return (
    <FormPage form={form} title={`修改网关 ${g.name}`} submit="保存修改" onCancel={onDone} columns={2}>
      {fields}
    </FormPage>
  )
}

import { Input, Select, Switch } from 'antd'
import {
  deviceDesignWords,
  deviceFundingWords,
  deviceOriginWords,
  devicePurposeWords,
  deviceRunningWords,
  deviceStatusWords,
  shareModeWords,
  type deviceBase,
} from '@portal/contract/device/body'
import type { DeviceDetail } from '@portal/contract/device/device'
import type { z } from 'zod'
import { AsyncSelect } from '../../../ui/form/async-select.tsx'
import { DayInput } from '../../../ui/form/dates.tsx'
import type { FieldAria } from '../../../ui/form/field-aria.ts'
import { Field } from '../../../ui/form/field.tsx'
import { MoneyInput } from '../../../ui/form/money-input.tsx'
import { RoomSelect } from '../../lab/shared/room-select.tsx'
import { PersonSelect } from '../../people/shared/person-select.tsx'
import { useFilterOptions } from '../device.queries.ts'
import { useLabOptions } from '../manage.queries.ts'
import { RoomWarning } from './room-warning.tsx'
import { listOptions } from '../../../ui/list/options.ts'

export type BaseValues = z.input<typeof deviceBase>

/** Initial form values of a device's base data. */
export const fillBase = (d: DeviceDetail): BaseValues => ({
  serialId: d.serialId,
  name: d.name,
  englishName: d.englishName,
  alias: d.alias,
  model: d.model,
  spec: d.spec,
  manufacturer: d.manufacturer,
  country: d.country,
  factoryNumber: d.factoryNumber,
  madeOn: d.madeOn,
  supplier: d.supplier,
  categoryId: d.categoryId,
  gbtCode: d.gbtCode,
  moeCode: d.moeCode,
  labId: d.lab.id,
  roomId: d.roomId,
  contactId: d.contact?.id ?? null,
  origin: d.origin,
  funding: d.funding,
  priceFen: d.priceFen,
  boughtOn: d.boughtOn,
  enabledOn: d.enabledOn,
  warrantyUntil: d.warrantyUntil,
  design: d.design,
  purpose: d.purpose,
  imported: d.imported,
  underCustoms: d.underCustoms,
  running: d.running,
  status: d.status,
  statusNote: d.statusNote,
  shared: d.shared,
  shareMode: d.shareMode,
})

function CategorySelect({
  id,
  value,
  onChange,
  ...aria
}: FieldAria & {
  id?: string
  value?: number | null
  onChange?: (value: number | null) => void
}) {
  const { categories } = useFilterOptions()
  return (
    <Select<number>
      {...aria}
      id={id ?? ''}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      options={categories.map((c) => ({ value: Number(c.value), label: c.label }))}
      value={value ?? undefined}
      placeholder="国家平台分类"
      onChange={(v?: number) => onChange?.(v ?? null)}
    />
  )
}

const pick = (words: Record<string, string>) => (
  <Select allowClear options={listOptions(words)} placeholder="请选择" />
)
const typed = (maxLength: number, placeholder?: string) => (
  <Input maxLength={maxLength} {...(placeholder && { placeholder })} />
)

const Head = ({ children }: { children: string }) => (
  <h2 className="form-wide device-form-head">{children}</h2>
)

/** Identity, owner and place: the fields of the national platform and of the asset register. */
export const BaseFields = ({ device }: { device?: DeviceDetail }) => (
  <>
    <Head>基本信息</Head>
    <NameFields />
    <Head>归属与位置</Head>
    <PlaceFields device={device} />
    <Head>来源与价值</Head>
    <ValueFields />
    <Head>状态与共享</Head>
    <StateFields />
  </>
)

export const NameFields = () => (
  <>
    <Field name="serialId" label="资产编号" hint="全校唯一，印在标签上">
      {typed(40)}
    </Field>
    <Field name="name" label="仪器名称">
      {typed(100)}
    </Field>
    <Field name="englishName" label="英文名称">
      {typed(200)}
    </Field>
    <Field name="alias" label="常用名" hint="多个用顿号隔开，搜索时同样能找到">
      {typed(100, '如：扫描电镜、SEM')}
    </Field>
    <Field name="model" label="型号">
      {typed(100)}
    </Field>
    <Field name="spec" label="规格">
      <Input.TextArea autoSize={{ minRows: 1, maxRows: 6 }} maxLength={2000} />
    </Field>
    <Field name="categoryId" label="仪器分类">
      <CategorySelect />
    </Field>
    <Field name="gbtCode" label="国标分类号" hint="GB/T 14885">
      {typed(20)}
    </Field>
    <Field name="moeCode" label="教育部分类号" hint="高等学校固定资产分类及编码，8 位">
      {typed(8)}
    </Field>
    <Field name="design" label="仪器类型">
      {pick(deviceDesignWords)}
    </Field>
    <Field name="purpose" label="使用方向">
      {pick(devicePurposeWords)}
    </Field>
  </>
)

export const PlaceFields = ({ device }: { device?: DeviceDetail | undefined }) => (
  <>
    <Field name="labId" label="所属实验室" hint="单位随实验室">
      <AsyncSelect
        useOptions={useLabOptions}
        known={device && { value: device.lab.id, label: device.lab.name }}
        placeholder="输入实验室名称"
      />
    </Field>
    <Field name="roomId" label="放置房间" hint={<RoomWarning />}>
      <RoomSelect />
    </Field>
    <Field name="contactId" label="联系人">
      <PersonSelect known={device?.contact} />
    </Field>
  </>
)

export const ValueFields = () => (
  <>
    <Field name="manufacturer" label="生产厂家" hint="不是代理商">
      {typed(100)}
    </Field>
    <Field name="country" label="产地国别">
      {typed(50)}
    </Field>
    <Field name="factoryNumber" label="出厂编号">
      {typed(60)}
    </Field>
    <Field name="madeOn" label="出厂日期">
      <DayInput />
    </Field>
    <Field name="supplier" label="供货商">
      {typed(100)}
    </Field>
    <Field name="origin" label="仪器来源">
      {pick(deviceOriginWords)}
    </Field>
    <Field name="funding" label="主要经费来源">
      {pick(deviceFundingWords)}
    </Field>
    <Field name="priceFen" label="原值">
      <MoneyInput />
    </Field>
    <Field name="boughtOn" label="购置日期">
      <DayInput />
    </Field>
    <Field name="enabledOn" label="启用日期">
      <DayInput />
    </Field>
    <Field name="warrantyUntil" label="保修截止日期">
      <DayInput />
    </Field>
    <Field name="imported" label="进口设备" valuePropName="checked">
      <Switch checkedChildren="是" unCheckedChildren="否" />
    </Field>
    <Field name="underCustoms" label="海关监管" valuePropName="checked">
      <Switch checkedChildren="是" unCheckedChildren="否" />
    </Field>
  </>
)

export const StateFields = () => (
  <>
    <Field name="status" label="状态" hint="除“正常”外都不能预约">
      <Select options={listOptions(deviceStatusWords)} />
    </Field>
    <Field name="statusNote" label="状态说明" hint="预约人会看到">
      <Input.TextArea autoSize={{ minRows: 1, maxRows: 6 }} maxLength={200} />
    </Field>
    <Field name="running" label="运行状态" hint="上报国家平台用">
      {pick(deviceRunningWords)}
    </Field>
    <Field name="shareMode" label="共享模式">
      {pick(shareModeWords)}
    </Field>
    <Field
      name="shared"
      label="共享"
      hint="共享后全校可见；预约规则在“开放设置”中填写"
      valuePropName="checked"
    >
      <Switch checkedChildren="是" unCheckedChildren="否" />
    </Field>
  </>
)

/** The fields of each part, for a form with steps. */
export const baseNames = {
  name: [
    'serialId',
    'name',
    'englishName',
    'alias',
    'model',
    'spec',
    'categoryId',
    'gbtCode',
    'moeCode',
    'design',
    'purpose',
  ],
  place: ['labId', 'roomId', 'contactId'],
  value: [
    'manufacturer',
    'country',
    'factoryNumber',
    'madeOn',
    'supplier',
    'origin',
    'funding',
    'priceFen',
    'boughtOn',
    'enabledOn',
    'warrantyUntil',
    'imported',
    'underCustoms',
  ],
  state: ['status', 'statusNote', 'running', 'shareMode', 'shared'],
} as const satisfies Record<string, readonly (keyof BaseValues)[]>

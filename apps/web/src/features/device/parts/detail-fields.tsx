import { Input, Select } from 'antd'
import type { deviceDetails } from '@portal/contract/device/body'
import type { DeviceDetail } from '@portal/contract/device/device'
import type { z } from 'zod'
import { Field } from '../../../ui/form/field.tsx'

export type DetailValues = z.input<typeof deviceDetails>

export const fillDetails = (d: DeviceDetail): DetailValues => ({
  functions: d.functions,
  indicators: d.indicators,
  accessories: d.accessories,
  hazards: d.hazards,
  services: d.services,
  results: d.results,
  sharingRules: d.sharingRules,
  feeNote: d.feeNote,
  notes: d.notes,
  subjects: d.subjects,
  tags: d.tags,
})

/** The texts in reading order. */
export const detailTexts = [
  ['functions', '主要功能'],
  ['indicators', '主要技术指标'],
  ['accessories', '主要附件及配置'],
  ['hazards', '危险源与安全要求'],
  ['services', '服务内容'],
  ['results', '服务典型成果'],
  ['sharingRules', '开放共享规定'],
  ['feeNote', '参考收费标准'],
  ['notes', '用户须知'],
] as const

export function DetailFields({ head = true }: { head?: boolean }) {
  return (
    <>
      {head && <h2 className="form-wide device-form-head">详细信息</h2>}
      {detailTexts.map(([name, label]) => (
        <Field key={name} name={name} label={label} wide>
          <Input.TextArea
            autoSize={{ minRows: 2, maxRows: 10 }}
            maxLength={name === 'hazards' ? 1000 : 3000}
            showCount
          />
        </Field>
      ))}
      <Field name="subjects" label="主要学科领域" hint="最多 4 个，回车确认">
        <Select mode="tags" open={false} suffixIcon={null} maxCount={4} placeholder="如：材料科学" />
      </Field>
      <Field name="tags" label="标签" hint="最多 10 个，回车确认">
        <Select mode="tags" open={false} suffixIcon={null} maxCount={10} placeholder="如：进口" />
      </Field>
    </>
  )
}

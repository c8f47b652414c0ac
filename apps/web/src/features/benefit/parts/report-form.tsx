import { Form, Input, Select } from 'antd'
import { useState } from 'react'
import { benefitCalls } from '@portal/contract/benefit/calls'
import type { BenefitDetail } from '@portal/contract/benefit/evaluation'
import { figures, figureWords, type Figure } from '@portal/contract/benefit/scheme'
import type { Attachment } from '@portal/contract/kernel/rows'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { Rows } from '../../../ui/form/rows.tsx'
import { ScaledInput } from '../../../ui/form/scaled-input.tsx'
import { UploadField } from '../../../ui/form/upload-field.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Card } from '../../../ui/light.tsx'
import type { PartProps } from '../../../ui/process/process.ts'
import { figureLabel, parseFigure, fillFigure, nameUnit } from '../benefit.words.ts'
import { uploadEvidence, useChangeEvaluation } from '../benefit.queries.ts'

interface Values {
  functionsTotal?: number | null
  functionsUsed?: number | null
  functionsNew?: number | null
  /** As typed: hours and yuan in hundredths. */
  corrections?: { figure?: Figure; value?: number | null; reason?: string }[]
  note?: string | null
  files?: readonly Attachment[]
}
const options = figures.map((f) => ({ value: f, label: figureLabel(f) }))
const { upload: rule } = benefitCalls.attach

/** Data that only the instrument's keeper knows, and objections to the figures; saved until submission. */
export function ReportForm({ row: e }: PartProps<BenefitDetail>) {
  // The revision that the form started from; what others save meanwhile appears on the page, not in the form.
  const [revision, setRevision] = useState(e.revision)
  const form = useSubmit<typeof benefitCalls.change, Values>(useChangeEvaluation(), {
    initial: {
      functionsTotal: e.inputs.functionsTotal,
      functionsUsed: e.inputs.functionsUsed,
      functionsNew: e.inputs.functionsNew,
      corrections: e.corrections.map((c) => ({ ...c, value: fillFigure(c.figure, c.value) })),
      note: e.note,
      files: e.files,
    },
    args: ({ files = [], corrections = [], note = null, ...functions }) => ({
      params: { id: e.id },
      body: {
        revision,
        functionsTotal: functions.functionsTotal ?? null,
        functionsUsed: functions.functionsUsed ?? null,
        functionsNew: functions.functionsNew ?? null,
        note,
        // The schema reports missing values at their field.
        corrections: corrections.map(({ figure, value, reason = '' }) => ({
          figure: figure as Figure,
          value: figure && typeof value === 'number' ? parseFigure(figure, value) : (value as number),
          reason,
        })),
        fileIds: files.map((f) => f.id),
      },
    }),
    done: '填报内容已保存，提交后由设备处审核',
    after: (saved) => setRevision(saved.revision),
  })
  return (
    <Card title="填报">
      <FormPage form={form} submit="保存填报内容" columns={2}>
        <Field
          name="functionsTotal"
          label="功能总数"
          hint="仪器具备的功能（含附件、软件功能）项数，提交前必填"
        >
          <ScaledInput digits={0} suffix="项" />
        </Field>
        <Field name="functionsUsed" label="利用功能数" hint="评价期间实际使用过的功能项数，提交前必填">
          <ScaledInput digits={0} suffix="项" />
        </Field>
        <Field name="functionsNew" label="新开发功能数" hint="没有的填 0">
          <ScaledInput digits={0} suffix="项" />
        </Field>
        <Rows
          name="corrections"
          title="数据更正（平台统计与实际不符时填写，必须附佐证材料）"
          one="更正"
          most={figures.length}
          columns="1fr 1fr 2fr"
        >
          {(i) => <Correction row={i} />}
        </Rows>
        <Field name="note" label="说明" wide>
          <Input.TextArea maxLength={2000} autoSize={{ minRows: 2, maxRows: 8 }} />
        </Field>
        <EvidenceField />
      </FormPage>
    </Card>
  )
}

/** Supporting files, required if the report corrects a figure. */
function EvidenceField() {
  const corrections = Form.useWatch<Values['corrections']>('corrections')
  return (
    <Field
      name="files"
      label="佐证材料"
      wide
      required={(corrections?.length ?? 0) > 0}
      hint="更正了数据的必须上传；只有仪器负责人、单位负责人和设备处可以查看"
    >
      <Evidence />
    </Field>
  )
}

function Correction({ row }: { row: number }) {
  const figure = Form.useWatch<Figure | undefined>(['corrections', row, 'figure'])
  const unit = figure ? nameUnit(figure) : undefined
  return (
    <>
      <Field name={['corrections', row, 'figure']} label="数据">
        <Select options={options} placeholder="请选择" />
      </Field>
      <Field
        name={['corrections', row, 'value']}
        label={figure ? `更正后的${figureWords[figure]}` : '更正后的数值'}
      >
        {/* Keyed by figure, because figures differ in decimals. */}
        <ScaledInput key={figure ?? ''} digits={unit?.digits ?? 0} {...(unit && { suffix: unit.unit })} />
      </Field>
      <Field name={['corrections', row, 'reason']} label="理由">
        <Input maxLength={500} />
      </Field>
    </>
  )
}

const Evidence = (field: {
  id?: string
  value?: readonly Attachment[]
  onChange?: (value: readonly Attachment[]) => void
}) =>
  rule ? (
    <UploadField<Attachment>
      {...field}
      rule={rule}
      upload={uploadEvidence}
      label="上传图片或附件"
      nameOf={(f) => f.name}
    />
  ) : null

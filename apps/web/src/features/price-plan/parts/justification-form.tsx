import { Form, Input, InputNumber, Radio } from 'antd'
import type { Attachment } from '@portal/contract/kernel/rows'
import {
  costPartWords,
  costParts,
  justificationCalls,
  justificationLimits,
  quantityWords,
  sumCosts,
  findUnitCost,
  type Costs,
} from '@portal/contract/price-plan/justification'
import {
  priceBases,
  priceBasisWords,
  priceTiers,
  priceTierWords,
} from '@portal/contract/price-plan/price-plan'
import { useNavigate } from 'react-router'
import { formatMoney } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { DayInput } from '../../../ui/form/dates.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { MoneyInput } from '../../../ui/form/money-input.tsx'
import { Rows } from '../../../ui/form/rows.tsx'
import { UploadField } from '../../../ui/form/upload-field.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { addPaper, useJustify } from '../price-plan.queries.ts'
import { readCosts, type JustificationValues } from './justification-values.ts'
import './justification.css'

/** Yearly costs, prices elsewhere, the proposed price, and the participants of the meeting. */
export function JustificationForm({ deviceId, initial }: { deviceId: number; initial: JustificationValues }) {
  const navigate = useNavigate()
  const form = useSubmit<typeof justificationCalls.justify, JustificationValues>(useJustify(), {
    initial,
    draft: `price-justification-${deviceId}`,
    // The call's schema reports missing values.
    args: ({ files, yearlyQuantity, meetingDay, costs, comparisons, proposed, ...v }) => ({
      body: {
        ...v,
        deviceId,
        yearlyQuantity: yearlyQuantity as number,
        meetingDay: meetingDay as string,
        costs: costs as Costs,
        comparisons: comparisons as { unit: string; fen: number }[],
        proposed: Object.fromEntries(Object.entries(proposed).filter(([, fen]) => fen !== undefined)),
        fileIds: files.map((f) => f.id),
      },
    }),
    done: ({ version }) => `价格论证第 ${version} 版已提交`,
    after: ({ id }) => void navigate(to('/osp/priceProofDetail', { deviceId, id })),
  })
  const basis = Form.useWatch('basis', form.antd) ?? initial.basis
  const { label, unit } = quantityWords[basis]
  const rule = justificationCalls.addPaper.upload
  return (
    <FormPage
      form={form}
      submit="提交论证"
      columns={2}
      intro={
        <p className="muted">
          每次提交是一个新版本，以前的版本保留。提交论证不改变收费标准：论证通过后在“收费标准”中调整收费。
        </p>
      }
    >
      <Field name="basis" label="计费方式">
        <Radio.Group options={priceBases.map((b) => ({ value: b, label: priceBasisWords[b] }))} />
      </Field>
      <Field name="yearlyQuantity" label={`${label}（${unit}）`} required>
        <InputNumber min={1} max={1_000_000} precision={0} style={{ width: '100%' }} />
      </Field>
      <fieldset className="form-rows form-wide">
        <legend>年度成本</legend>
        {costParts.map((part) => (
          <div key={part} className="form-row cost-row" role="group" aria-label={costPartWords[part]}>
            <Field name={['costs', part, 'fen']} label={costPartWords[part]}>
              <MoneyInput />
            </Field>
            <Field name={['costs', part, 'note']} label={`${costPartWords[part]}测算说明`}>
              <Input maxLength={100} placeholder={hints[part]} />
            </Field>
          </div>
        ))}
        <Suggested form={form} unit={unit} />
      </fieldset>
      <Rows
        name="comparisons"
        title={`比价（同类仪器的收费，元/${unit}）`}
        one="比价"
        most={justificationLimits.comparisons}
        blank={{ unit: '' }}
      >
        {(row) => (
          <>
            <Field name={['comparisons', row, 'unit']} label={`单位 ${row + 1}`} required>
              <Input maxLength={60} placeholder="兄弟院校或市场机构" />
            </Field>
            <Field name={['comparisons', row, 'fen']} label={`收费 ${row + 1}`} required>
              <MoneyInput />
            </Field>
            <Field name={['comparisons', row, 'note']} label={`说明 ${row + 1}`}>
              <Input maxLength={100} placeholder="型号、用户类别、出处" />
            </Field>
          </>
        )}
      </Rows>
      <fieldset className="form-rows form-wide">
        <legend>拟定价格（元/{unit}，不服务的留空）</legend>
        <div className="form-row">
          {priceTiers.map((tier) => (
            <Field key={tier} name={['proposed', tier]} label={priceTierWords[tier]}>
              <MoneyInput />
            </Field>
          ))}
        </div>
      </fieldset>
      <Field
        name="grounds"
        label="定价依据"
        wide
        hint="适用的收费管理办法、成本测算口径、各类用户的优惠或上浮"
      >
        <Input.TextArea autoSize={{ minRows: 3, maxRows: 10 }} maxLength={2000} />
      </Field>
      <Field name="meetingDay" label="论证会日期" required>
        <DayInput />
      </Field>
      <Field name="meetingPlace" label="论证地点">
        <Input maxLength={60} />
      </Field>
      <Rows
        name="participants"
        title="论证人员"
        one="人员"
        most={justificationLimits.participants}
        least={1}
        blank={{ name: '', unit: '', title: null }}
      >
        {(row) => (
          <>
            <Field name={['participants', row, 'name']} label={`姓名 ${row + 1}`} required>
              <Input maxLength={20} />
            </Field>
            <Field name={['participants', row, 'unit']} label={`所在单位 ${row + 1}`} required>
              <Input maxLength={60} />
            </Field>
            <Field name={['participants', row, 'title']} label={`职称或职务 ${row + 1}`}>
              <Input maxLength={30} />
            </Field>
          </>
        )}
      </Rows>
      <Field name="conclusion" label="论证结论" wide>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} maxLength={1000} />
      </Field>
      {rule && (
        <Field name="files" label="附件" wide hint="论证会纪要、签字页、成本测算表等">
          <UploadField<Attachment>
            rule={{ ...rule, maxFiles: justificationLimits.files }}
            upload={(file, onProgress) => addPaper(deviceId, file, onProgress)}
            nameOf={(f) => f.name}
            label="上传附件"
          />
        </Field>
      )}
    </FormPage>
  )
}

const hints: Record<(typeof costParts)[number], string> = {
  depreciation: '原值 ÷ 使用年限',
  consumables: '年消耗量 × 单价',
  labour: '人数 × 工时 × 人工单价',
  energy: '功率 × 机时 × 电价',
  maintenance: '年维保合同或原值的百分比',
  site: '面积 × 单位面积费用',
  other: '管理费、检定校准等',
}

/** The price that follows from the values so far. */
function Suggested({ form, unit }: { form: { antd: Parameters<typeof Form.useWatch>[1] }; unit: string }) {
  const costs = readCosts(Form.useWatch('costs', form.antd) as JustificationValues['costs'] | undefined)
  const quantity = Form.useWatch('yearlyQuantity', form.antd) as number | undefined
  return (
    <p role="status" className="cost-sum">
      年度成本合计 <strong>{formatMoney(sumCosts(costs))}</strong>
      {quantity ? (
        <>
          ，建议价（单位成本）<strong>{formatMoney(findUnitCost(costs, quantity))}</strong> / {unit}
        </>
      ) : (
        '，填写全年数量后给出建议价'
      )}
    </p>
  )
}

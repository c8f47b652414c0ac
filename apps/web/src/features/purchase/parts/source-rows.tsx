import { Form, Input, Radio } from 'antd'
import { budgetSourceWords } from '@portal/contract/purchase/purchase'
import { MAX_SOURCES } from '@portal/contract/purchase/sources'
import { formatMoney } from '../../../lib/format.ts'
import { restOf, restWords } from '../../../lib/rest.ts'
import { Field } from '../../../ui/form/field.tsx'
import { MoneyInput } from '../../../ui/form/money-input.tsx'
import { Button } from '../../../ui/light.tsx'
import { CardSelect } from '../../fund-card/shared/card-select.tsx'
import { newSource, type SourceValues } from '../form.rules.ts'
import './purchase.css'

const kinds = Object.entries(budgetSourceWords).map(([value, label]) => ({ value, label }))

/** Which cards and projects pay, and how much each. One alone pays all of it; several say what is left to cover all the time. */
export function SourceRows({ totalFen }: { totalFen: number }) {
  const form = Form.useFormInstance()
  const sources = (Form.useWatch('sources') as SourceValues[] | undefined) ?? []
  const rest = restOf(totalFen, sources)
  const several = sources.length > 1
  // The first has paid all of it so far.
  const another = (add: (source: SourceValues) => void) => {
    if (!several) form.setFieldValue(['sources', 0, 'amountFen'], totalFen)
    add({ ...newSource })
  }
  const cover = (i: number) => form.setFieldValue(['sources', i, 'amountFen'], Math.max(0, (sources[i]?.amountFen ?? 0) + rest))
  return (
    <Form.List name="sources">
      {(rows, { add, remove }) => (
        <fieldset className="sources form-wide">
          <legend>经费来源</legend>
          {rows.map(({ key, name }) => (
            <div key={key} className="source" role="group" aria-label={`经费来源 ${name + 1}`}>
              <Field name={['sources', name, 'kind']} label={several ? `来源 ${name + 1}` : '来源'} required>
                <Radio.Group options={kinds} />
              </Field>
              {sources[name]?.kind === 'project' ? (
                <>
                  <Field name={['sources', name, 'projectCode']} label="项目编号">
                    <Input maxLength={50} />
                  </Field>
                  <Field name={['sources', name, 'projectName']} label="项目名称">
                    <Input maxLength={100} />
                  </Field>
                </>
              ) : (
                <div className="source-card">
                  <Field name={['sources', name, 'fundCardId']} label="经费卡">
                    <CardSelect />
                  </Field>
                </div>
              )}
              {several && (
                <>
                  <Field name={['sources', name, 'amountFen']} label="金额">
                    <MoneyInput />
                  </Field>
                  <div className="source-foot">
                    {rest !== 0 && (sources[name]?.amountFen ?? 0) + rest > 0 && (
                      <Button size="small" onClick={() => cover(name)}>
                        {rest > 0 ? '补足差额' : '减去多出的'}
                      </Button>
                    )}
                    <Button size="small" kind="danger" aria-label={`移除经费来源 ${name + 1}`} onClick={() => remove(name)}>
                      移除
                    </Button>
                  </div>
                </>
              )}
            </div>
          ))}
          <p role="status" data-rest={(several && rest !== 0) || undefined}>
            {several ? restWords(rest) : `由该来源支付全部预算 ${formatMoney(totalFen)}`}
          </p>
          <Button size="small" disabled={rows.length >= MAX_SOURCES} onClick={() => another(add)}>
            再加一个来源
          </Button>
        </fieldset>
      )}
    </Form.List>
  )
}

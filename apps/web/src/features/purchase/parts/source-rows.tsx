import { Form, Input, Radio } from 'antd'
import { use } from 'react'
import { budgetSourceWords } from '@portal/contract/purchase/purchase'
import { MAX_SOURCES } from '@portal/contract/purchase/sources'
import { formatMoney } from '../../../lib/format.ts'
import { findRest, restWords } from '../../../lib/rest.ts'
import { Field, FormContext } from '../../../ui/form/field.tsx'
import { MoneyInput } from '../../../ui/form/money-input.tsx'
import { Rows } from '../../../ui/form/rows.tsx'
import { Button } from '../../../ui/light.tsx'
import { CardSelect } from '../../fund-card/shared/card-select.tsx'
import { newSource, type SourceValues } from '../form.rules.ts'

const kinds = Object.entries(budgetSourceWords).map(([value, label]) => ({ value, label }))

/**
 * The cards and projects that pay, with their amounts. A single source pays everything; several show the
 * amount still uncovered.
 */
export function SourceRows({ totalFen }: { totalFen: number }) {
  const form = use(FormContext)
  const sources = (Form.useWatch('sources') as SourceValues[] | undefined) ?? []
  const rest = findRest(totalFen, sources)
  const several = sources.length > 1
  // The only source paid everything, so it starts with the total.
  const shareOut = () => !several && form?.put(['sources', 0, 'amountFen'], totalFen)
  const cover = (i: number) =>
    form?.put(['sources', i, 'amountFen'], Math.max(0, (sources[i]?.amountFen ?? 0) + rest))
  return (
    <Rows
      name="sources"
      title="经费来源"
      one="经费来源"
      another="再加一个来源"
      most={MAX_SOURCES}
      least={1}
      columns="auto repeat(3, minmax(0, 1fr))"
      blank={{ ...newSource }}
      onAdd={shareOut}
      status={{
        words: several ? restWords(rest) : `由该来源支付全部预算 ${formatMoney(totalFen)}`,
        open: several && rest !== 0,
      }}
      extra={(row) =>
        rest !== 0 &&
        (sources[row]?.amountFen ?? 0) + rest > 0 && (
          <Button size="small" onClick={() => cover(row)}>
            {rest > 0 ? '补足差额' : '减去多出的'}
          </Button>
        )
      }
    >
      {(row) => (
        <>
          <Field name={['sources', row, 'kind']} label={several ? `来源 ${row + 1}` : '来源'} required>
            <Radio.Group options={kinds} />
          </Field>
          {sources[row]?.kind === 'project' ? (
            <>
              <Field name={['sources', row, 'projectCode']} label="项目编号">
                <Input maxLength={50} />
              </Field>
              <Field name={['sources', row, 'projectName']} label="项目名称">
                <Input maxLength={100} />
              </Field>
            </>
          ) : (
            <div className="form-row-two">
              <Field name={['sources', row, 'fundCardId']} label="经费卡">
                <CardSelect
                  none={
                    <p className="muted">
                      您没有可用的经费卡，请选择项目经费。
                      <Button
                        size="small"
                        kind="text"
                        onClick={() => form?.put(['sources', row, 'kind'], 'project')}
                      >
                        改用项目经费
                      </Button>
                    </p>
                  }
                />
              </Field>
            </div>
          )}
          {several && (
            <Field name={['sources', row, 'amountFen']} label="金额">
              <MoneyInput />
            </Field>
          )}
        </>
      )}
    </Rows>
  )
}

import { Form } from 'antd'
import { restOf, restWords } from '../../../lib/rest.ts'
import { Field } from '../../../ui/form/field.tsx'
import { MoneyInput } from '../../../ui/form/money-input.tsx'
import { Button } from '../../../ui/light.tsx'
import { CardSelect } from '../../fund-card/shared/card-select.tsx'
import type { ShareRow } from '../form.rules.ts'
import './share-rows.css'

const MOST = 10

/** One or several cards whose amounts add up to the fen; what is left to cover is said all the time. */
export function ShareRows({ totalFen }: { totalFen: number }) {
  const shares = (Form.useWatch('shares') as ShareRow[] | undefined) ?? []
  const rest = restOf(totalFen, shares)
  return (
    <Form.List name="shares">
      {(rows, { add, remove }) => (
        <fieldset className="share-rows form-wide">
          <legend>经费卡</legend>
          {rows.map(({ key, name }) => (
            <div key={key} className="share-row" role="group" aria-label={`经费卡 ${name + 1}`}>
              <Field name={['shares', name, 'cardId']} label={`经费卡 ${name + 1}`} required>
                <CardSelect />
              </Field>
              <Field name={['shares', name, 'amountFen']} label={`金额 ${name + 1}`} required>
                <MoneyInput />
              </Field>
              {rows.length > 1 && (
                <Button size="small" kind="danger" aria-label={`移除经费卡 ${name + 1}`} onClick={() => remove(name)}>
                  移除
                </Button>
              )}
            </div>
          ))}
          <p role="status" data-rest={rest !== 0 || undefined}>
            {restWords(rest)}
          </p>
          <Button size="small" disabled={rows.length >= MOST} onClick={() => add({ cardId: null, amountFen: Math.max(0, rest) })}>
            再用一张卡
          </Button>
        </fieldset>
      )}
    </Form.List>
  )
}

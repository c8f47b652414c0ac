import { Form } from 'antd'
import { use } from 'react'
import { findRest, restWords } from '../../../lib/rest.ts'
import { Field, FormContext } from '../../../ui/form/field.tsx'
import { MoneyInput } from '../../../ui/form/money-input.tsx'
import { Rows } from '../../../ui/form/rows.tsx'
import { CardSelect } from '../../fund-card/shared/card-select.tsx'
import type { ShareRow } from '../form.rules.ts'
import { NoCard } from './no-card.tsx'

const MOST = 10

interface Props {
  totalFen: number
  testOrderIds: readonly number[]
}
/** One or several cards whose amounts must add up exactly; the amount still uncovered is always shown. */
export function ShareRows({ totalFen, testOrderIds }: Props) {
  const form = use(FormContext)
  const rest = findRest(totalFen, (Form.useWatch('shares') as ShareRow[] | undefined) ?? [])
  return (
    <Rows
      name="shares"
      title="经费卡"
      one="经费卡"
      another="再用一张卡"
      most={MOST}
      least={1}
      columns="minmax(0, 2fr) minmax(0, 1fr)"
      blank={() => ({ cardId: null, amountFen: Math.max(0, rest) })}
      status={{ words: restWords(rest), open: rest !== 0 }}
    >
      {(row) => (
        <>
          <Field name={['shares', row, 'cardId']} label={`经费卡 ${row + 1}`} required>
            <CardSelect
              settled={testOrderIds}
              none={<NoCard onRemit={() => form?.put(['way'], 'offline')} />}
            />
          </Field>
          <Field name={['shares', row, 'amountFen']} label={`金额 ${row + 1}`} required>
            <MoneyInput />
          </Field>
        </>
      )}
    </Rows>
  )
}

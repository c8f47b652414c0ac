import { Form, Input, Radio, type FormInstance } from 'antd'
import { use } from 'react'
import { pieceVerdictWords, type AcceptanceDetail } from '@portal/contract/acceptance/acceptance'
import { formatMoney } from '../../../lib/format.ts'
import { Field, FormContext } from '../../../ui/form/field.tsx'
import { Button } from '../../../ui/light.tsx'
import { listOptions } from '../../../ui/list/options.ts'
import { findFacts, listLeftOut, addPiece, type PieceValue } from '../form.rules.ts'
import './rows.css'

const NONE: PieceValue[] = []

/**
 * Each piece is inspected: its factory number, and whether it is accepted or refused. Pieces that have not
 * arrived follow in a further acceptance.
 */
export function PieceRows({ acceptance: a, form }: { acceptance: AcceptanceDetail; form: FormInstance }) {
  const pieces = (Form.useWatch('pieces', { form, preserve: true }) as PieceValue[] | undefined) ?? NONE
  const outside = listLeftOut(a, pieces)
  const around = use(FormContext)
  const put = (next: PieceValue[]) => around?.put('pieces', next)
  const acceptAll = () => put(pieces.map((p) => ({ ...p, verdict: p.verdict ?? 'accept' })))
  return (
    <Form.List name="pieces">
      {(rows, { remove }) => (
        <fieldset className="form-wide accept-rows">
          <legend>设备（本次验收 {rows.length} 台）</legend>
          {rows.map(({ key, name }) => {
            const id = pieces[name]?.id
            const facts = id === undefined ? undefined : findFacts(a, id)
            return (
              <div key={key} className="accept-piece" role="group" aria-label={`设备 ${name + 1}`}>
                <p>
                  <b>
                    {name + 1}. {facts?.name}
                  </b>{' '}
                  <span className="muted">
                    {[facts?.manufacturer, facts?.model, facts?.spec, facts && formatMoney(facts.priceFen)]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </p>
                <Field name={['pieces', name, 'verdict']} label={`结果 ${name + 1}`} required>
                  <Radio.Group options={listOptions(pieceVerdictWords)} />
                </Field>
                <Field
                  name={['pieces', name, 'factoryNumber']}
                  label={`铭牌上的出厂编号 ${name + 1}`}
                  hint={`供应商填写：${facts?.suppliedNumber ?? '—'}`}
                >
                  <Input maxLength={60} />
                </Field>
                {pieces[name]?.verdict === 'refuse' && (
                  <Field name={['pieces', name, 'reason']} label={`退回原因 ${name + 1}`} required>
                    <Input maxLength={200} />
                  </Field>
                )}
                {rows.length > 1 && (
                  <Button size="small" kind="text" onClick={() => remove(name)}>
                    留待下次验收
                  </Button>
                )}
              </div>
            )
          })}
          {rows.length > 1 && (
            <Button size="small" onClick={acceptAll}>
              其余全部接收
            </Button>
          )}
          {outside.length > 0 && (
            <div className="accept-outside">
              <p className="muted">留待下次验收（提交后另生成验收单）：</p>
              {outside.map((o) => (
                <Button key={o.id} size="small" onClick={() => put(addPiece(pieces, o))}>
                  加入 {o.name}（{o.suppliedNumber ?? '—'}）
                </Button>
              ))}
            </div>
          )}
        </fieldset>
      )}
    </Form.List>
  )
}
